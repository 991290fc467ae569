import DependencyInjection
package import RecordCoding
import RecordedValues
package import ReducerRuntime
import SchemaEvolution
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording
import SharedState

/// A single replay of a log, step by step.
///
/// Feeds the recorded actions to the reducer, answers its reads from the log, and compares the
/// state, effect and sender of every step.
package final class ReplayEngine<State: Recordable, Action: Recordable> {
  package let source: any StepSource<State, Action>
  private let app: PreparedReducer<State, Action>
  private let reads: RecordedReads
  private let reduce: (inout State, Action) -> Effect<Action>
  private let progress: StepProgress?
  private let isRedacted: Bool
  private let sentForm: SentActionForm
  let storage = StateStorage<State>()
  // Avoids the exclusivity checks for properties of a class.
  private let pointer: UnsafeMutablePointer<State>
  /// Whether every step takes the slow path, which looks at its effect.
  @exclusivity(unchecked) private var isWatched = false
  private var senders = EffectSenders<Action>()
  /// Whether the last step's effect has work, if the step took the slow path.
  private var hasWork = false

  @exclusivity(unchecked) private(set) var number: UInt64 = 0
  /// The last step after which the state is known to equal the recorded state.
  @exclusivity(unchecked) private var lastCertainStep: UInt64 = 0
  /// The last step after which all contents of a keyframe are known to equal the recorded ones.
  ///
  /// `nil` after a step that differs, until the state of a keyframe is taken.
  private var lastCertainParts: UInt64? = 0
  private(set) var divergence: Divergence?
  /// The step in which the recorded app ended, if the replayed app finished the step.
  private(set) var survivedStep: UInt64?

  /// The indices of the app's dependencies that are newer than the log.
  package var addedDependencies: Set<Int> = []
  /// Whether reads of added dependencies get live values instead of being a difference.
  var readsLive = false {
    didSet { reads.readLive(readsLive ? addedDependencies : []) }
  }

  /// Whether the whole state is compared with the recorded one after each step.
  var isParanoid = false {
    didSet { isWatched = isParanoid || onStep != nil }
  }
  /// The steps that differ. If `nil`, differences are not collected, and the replayed state is
  /// kept.
  var differing: DifferingSteps?
  var lastStep = UInt64.max
  package var onStep: ((ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void)? {
    didSet { isWatched = isParanoid || onStep != nil }
  }
  var onOutsideChange: ((ReplayedStep) -> Void)?
  var onMark: ((ReplayedStep, String) -> Void)?
  /// Called for each gap with the first step after it and the state before that step.
  var onGap: ((UInt64, State) -> Void)?

  package init(
    app: PreparedReducer<State, Action>, source: some StepSource<State, Action>,
    progress: StepProgress?
  ) {
    self.app = app
    self.source = source
    reads = app.reads
    reduce = app.reduce
    self.progress = progress
    isRedacted = source.reader.header.redacted != nil
    sentForm = SentActionForm(in: source.reader.header)
    pointer = storage.pointer
    source.storage = storage
    app.prepareReads(for: source.reader.header)
    app.sharedValues.begin(with: source.reader.header)
  }

  /// The changes of the types of stored values that the steps so far used.
  var sharedValueChanges: [SchemaChange] { app.sharedValues.changes }

  /// The number of steps that were as recorded before the first step that differs.
  var matchedSteps: UInt64 {
    let last = divergence.map(\.since) ?? number - (survivedStep == nil ? 0 : 1)
    return last - min(source.reader.log.missingSteps(before: last + 1), last)
  }

  func reads(of step: ReplayedStep) -> [RecordedRead] {
    readsLive && !addedDependencies.isEmpty ? reads.freshReads : step.reads
  }

  /// Advances to the state before the first step and returns it; `nil` if the log has none.
  func begin() throws(ReplayStop) -> State? {
    if storage.isEmpty {
      // Decoding creates shared values, which must belong to the app's dependencies.
      let outcome = DependencyValues.run(under: app.dependencies) {
        () -> Result<Bool, ReplayStop> in
        do throws(ReplayStop) {
          return .success(try advance { _ in true })
        } catch {
          return .failure(error)
        }
      }
      _ = try outcome.get()
    }
    return storage.isEmpty ? nil : pointer.pointee
  }

  /// Replays steps until `isWanted` rejects one that differs. Resumes if the log has grown since.
  package func proceed(while isWanted: (StepDifference) -> Bool) throws(ReplayStop) {
    // Dependencies are entered only once, because entering them costs as much as a step.
    let outcome = DependencyReads.watched {
      DependencyValues.run(under: app.dependencies) { () -> Result<Void, ReplayStop> in
        defer { progress?.reduce(0) }
        do throws(ReplayStop) {
          while number < lastStep, try advance(while: isWanted) {}
          return .success(())
        } catch {
          return .failure(error)
        }
      }
    }
    try outcome.get()
  }

  /// Advances by a step, a state or a gap, and returns whether the replay should continue.
  private func advance(while isWanted: (StepDifference) -> Bool) throws(ReplayStop) -> Bool {
    switch try source.next() {
    case .end:
      return false
    case .begins(let firstStep):
      try begin(at: firstStep)
      return true
    case .keyframe:
      let isPassed = try source.isKeyframe(pointer, afterDivergence: divergence != nil)
      // The effects of the steps that led here weren't examined.
      hasWork = hasWork || !isPassed
      if !isPassed, try !shouldContinue(after: .state, while: isWanted) { return false }
      lastCertainStep = number
      return try passParts(isKeyframe: true, while: isWanted)
    case .digests:
      return try passParts(isKeyframe: false, while: isWanted)
    case .step(let step):
      let difference = try replay(step)
      guard let difference else { return true }
      return try shouldContinue(after: difference, while: isWanted)
    case .outside(let step):
      guard try takeOutsideChange(step) else {
        return try shouldContinue(after: .state, while: isWanted)
      }
      return true
    case .mark(let step, let text):
      if lastCertainStep == number { lastCertainStep = step.number }
      number = step.number
      onMark?(step, text)
      return true
    }
  }

  /// Compares the parts that only keyframes store, if they are known, and returns whether to
  /// continue.
  private func passParts(
    isKeyframe: Bool, while isWanted: (StepDifference) -> Bool
  ) throws(ReplayStop) -> Bool {
    guard lastCertainParts != nil else {
      if isKeyframe, differing != nil { try takeKeyframe() }
      return true
    }
    guard let difference = try source.partsDifference(of: pointer) else {
      lastCertainParts = number
      return true
    }
    return try shouldContinue(after: .parts(difference), while: isWanted)
  }

  private func takeKeyframe() throws(ReplayStop) {
    resume(from: try stateHere())
    lastCertainParts = number
  }

  /// Reads the state of a keyframe, whose shared values become the values of the app's keys.
  private func stateHere() throws(ReplayStop) -> State {
    let state = try app.dependencies.sharedReferences.restoring { () throws(ReplayStop) in
      try source.stateHere()
    }
    if let obstacle = app.sharedValues.obstacle { throw .incompatible(obstacle) }
    return state
  }

  private func begin(at firstStep: UInt64) throws(ReplayStop) {
    let state = try stateHere()
    storage.store(state)
    source.resume(from: state)
    number = firstStep - 1
    lastCertainStep = number
    lastCertainParts = number
    senders.begin(at: firstStep)
    if firstStep > 1 { onGap?(firstStep, state) }
  }
}

// MARK: Steps

extension ReplayEngine {
  @inline(__always)
  private func replay(_ step: ReplayedStep) throws(ReplayStop) -> StepDifference? {
    reads.answer(step.reads)
    progress?.reduce(step.number)
    let effect = reduce(&pointer.pointee, source.action.pointee)
    let readAsRecorded = reads.endAnswering()
    number = step.number
    if step.isUnfinished { return survive(step, effect) }
    let match = try source.compare(pointer)
    if match == .same { lastCertainStep = number }
    // The fast path: most steps match and have no effect, so there are no shapes to compare.
    if readAsRecorded, match != .different, effect.isNone, !step.hasEffect, !isWatched,
      case .sent = step.origin
    {
      return nil
    }
    return try difference(of: step, effect, match)
  }

  @inline(never)
  private func difference(
    of step: ReplayedStep, _ effect: Effect<Action>, _ match: StateMatch
  ) throws(ReplayStop) -> StepDifference? {
    if let obstacle = app.sharedValues.obstacle { throw .incompatible(obstacle) }
    onStep?(step, source.action.pointee, effect, pointer)
    let shape = effect.shape { sentForm($0) }
    let sent = effect.sentActions
    // The reducer may have read dependencies for the work.
    hasWork = sent == nil
    let recorded = source.recordedEffect()
    let isRecordedEffect =
      shape == recorded || shape.isRecorded(as: recorded, isRedacted: isRedacted)
    let isSender = senders.isSender(of: step, source.action, isRedacted: isRedacted)
    // If the effect differs, later steps are not compared with the actions that it may have sent.
    senders.note(step.number, isRecordedEffect ? effect : nil, sending: sent)
    if let problem = reads.problem { return .dependency(problem) }
    if match == .different { return .state }
    if !isRecordedEffect { return .effect(expected: recorded, actual: shape) }
    if isParanoid, try !source.isWholeState(pointer.pointee) { return .state }
    if !isSender, case .received(let startedBy) = step.origin {
      return .sender(startedBy: startedBy, effect: senders.shape(ofStep: startedBy, sentForm))
    }
    if app.unrecorded.use(hasWork: hasWork) != nil { return .unrecorded }
    return nil
  }

  /// Notes that a step finished although the recorded app ended in it. Nothing can be compared.
  @inline(never)
  private func survive(_ step: ReplayedStep, _ effect: Effect<Action>) -> StepDifference? {
    survivedStep = step.number
    onStep?(step, source.action.pointee, effect, pointer)
    return nil
  }
}

// MARK: Shared state

extension ReplayEngine {
  /// Changes shared values as the log says, and returns whether the result is as recorded.
  @inline(never)
  private func takeOutsideChange(_ step: ReplayedStep) throws(ReplayStop) -> Bool {
    number = step.number
    guard let expected = try source.stateAfterOutsideChange(of: pointer) else { return true }
    RecordedSharedValues.restore(pointer, from: expected)
    var encoder = RecordEncoder()
    encoder.encode(pointer.pointee)
    source.resume(from: pointer.pointee)
    onOutsideChange?(step)
    guard encoder.bytes == expected else { return false }
    lastCertainStep = number
    return true
  }
}

// MARK: Differences

extension ReplayEngine {
  private func shouldContinue(
    after difference: StepDifference, while isWanted: (StepDifference) -> Bool
  ) throws(ReplayStop) -> Bool {
    if case .state = difference, isRedacted,
      let recorded = try source.recordedState(like: pointer.pointee),
      TokenComparison.isSame(recorded, pointer.pointee)
    {
      resume(from: recorded)
      return true
    }
    if divergence == nil || differing != nil {
      let found = try detail(of: difference)
      divergence = divergence ?? found
      differing?.append(found)
    }
    lastCertainParts = nil
    guard isWanted(difference) else { return false }
    guard differing != nil else { return true }
    let recorded = try app.dependencies.sharedReferences.restoring { () throws(ReplayStop) in
      try source.recordedState(like: pointer.pointee)
    }
    if let recorded { resume(from: recorded) }
    return true
  }

  private func resume(from state: State) {
    pointer.pointee = state
    source.resume(from: state)
    lastCertainStep = number
  }

  private func detail(of difference: StepDifference) throws(ReplayStop) -> Divergence {
    let text = source.text
    let kind: Divergence.Kind =
      switch difference {
      case .dependency(let problem) where isUnanswered(problem.readDependency):
        .unanswered(problem.readDependency.map { app.names[$0] } ?? "")
      case .dependency(let problem): .dependency(problem.description(names: app.names))
      case .effect(let expected, let actual):
        .effect(expected: expected, actual: actual, text)
      case .sender(let startedBy, let effect):
        .sender(startedBy: startedBy, effect: text.text(of: effect))
      case .state: .state(try source.divergence(of: pointer.pointee))
      case .parts(let divergence): .state(divergence)
      case .unrecorded: .unrecorded
      }
    var since = min(lastCertainStep, number - min(number, 1))
    if case .parts = difference { since = min(lastCertainParts ?? since, since) }
    return Divergence(
      step: number, since: since, action: try source.actionText(), kind: kind,
      unrecorded: unrecorded(difference, since: since))
  }

  private func isUnanswered(_ dependency: Int?) -> Bool {
    dependency.map(addedDependencies.contains) ?? false
  }

  /// Whether the last step called an endpoint whose answer isn't in the log.
  var hasUnrecordedCall: Bool { app.unrecorded.hasCall }

  private func unrecorded(
    _ difference: StepDifference, since step: UInt64
  ) -> UnrecordedDependencies? {
    if case .unrecorded = difference { return app.unrecorded.use(hasWork: hasWork) }
    return app.unrecorded.blame(inLast: number - step, hasWork: hasWork)
  }
}
