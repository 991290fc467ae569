import ComposableArchitecture
import DependencyInjection
import RecordCoding
import RecordSchema
import SessionLog
import SharedState

/// One way of an app through a log, step by step.
///
/// It feeds the recorded actions to the reducer, answers what the reducer reads from dependencies, and
/// compares state, effect and sender of every step with what the log holds.
final class ReplayEngine<State: Recordable, Action: Recordable> {
  /// The log.
  let source: any StepSource<State, Action>
  private let app: PreparedReducer<State, Action>
  private let reads: RecordedReads
  private let reduce: (inout State, Action) -> Effect<Action>
  private let progress: StepProgress?
  private let isRedacted: Bool
  private let sentForm: SentActionForm
  /// The state after the last step.
  let storage = StateStorage<State>()
  // Reached without the checks that a class makes for its properties.
  private let pointer: UnsafeMutablePointer<State>
  /// Whether each step is looked at more closely than most are worth.
  @exclusivity(unchecked) private var isWatched = false
  private var senders = EffectSenders<Action>()
  /// Whether there is work in the effect of the last step, if that was looked at closely.
  private var hasWork = false

  /// The number of the last step that was replayed.
  @exclusivity(unchecked) private(set) var number: UInt64 = 0
  /// The last step after which the state was known to be as recorded.
  @exclusivity(unchecked) private var lastCertainStep: UInt64 = 0
  /// The last step after which all that keyframes hold was known to be as recorded; `nil` after a
  /// step that differed, until the state of a keyframe is taken.
  private var lastCertainParts: UInt64? = 0
  /// The first step that was not as recorded.
  private(set) var divergence: Divergence?
  /// The step in which the app ended when it was recorded, if it has run to its end.
  private(set) var survivedStep: UInt64?

  /// The app's dependencies that the log is older than.
  var addedDependencies: Set<Int> = []
  /// Whether a reducer that reads from those is given live values; else that is a difference.
  var readsAnew = false {
    didSet { reads.readLive(readsAnew ? addedDependencies : []) }
  }

  /// Whether the whole state is compared with the whole recorded one after each step.
  var isParanoid = false {
    didSet { isWatched = isParanoid || onStep != nil }
  }
  /// The steps that differ, each from its recorded state; `nil` if a difference is not to be followed
  /// by a return to the recorded state.
  var differing: DifferingSteps?
  /// The step behind which the replay does not go on.
  var lastStep = UInt64.max
  /// Told of every step as it went this time, of its effect, and of the state after it.
  var onStep: ((ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void)? {
    didSet { isWatched = isParanoid || onStep != nil }
  }
  /// Told of each change of shared state from outside.
  var onOutsideChange: ((ReplayedStep) -> Void)?
  /// Told of each mark, and of its text.
  var onMark: ((ReplayedStep, String) -> Void)?
  /// Told of the first step behind a gap, and of the state before it.
  var onGap: ((UInt64, State) -> Void)?

  /// Prepares to go through a log with a reducer.
  init(
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
  }

  /// How many steps were as recorded before the first that was not.
  var matchedSteps: UInt64 {
    let last = divergence.map(\.since) ?? number - (survivedStep == nil ? 0 : 1)
    return last - min(source.reader.log.missingSteps(before: last + 1), last)
  }

  /// What the reducer read in a step, whether the log has it or not.
  func reads(of step: ReplayedStep) -> [RecordedRead] {
    readsAnew && !addedDependencies.isEmpty ? reads.freshReads : step.reads
  }

  /// The state before the first step, to which the replay goes; `nil` if the log has none.
  func begin() throws(ReplayStop) -> State? {
    if storage.isEmpty {
      // Shared values that are read belong to the app's.
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

  /// Replays the steps, as long as the predicate holds for each that differs.
  ///
  /// Called again when the log has grown, it goes on.
  func proceed(while isWanted: (StepDifference) -> Bool) throws(ReplayStop) {
    // In force once and not for each step: to put dependencies in force costs as much as a step.
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

  /// Goes on by a step, a state or a gap; returns whether the replay is to go on.
  private func advance(while isWanted: (StepDifference) -> Bool) throws(ReplayStop) -> Bool {
    switch try source.next() {
    case .end:
      return false
    case .begins(let firstStep):
      try begin(at: firstStep)
      return true
    case .keyframe:
      let isPassed = try source.isKeyframe(pointer, afterDivergence: divergence != nil)
      // The steps that led there were not looked at closely.
      hasWork = hasWork || !isPassed
      if !isPassed, try !goes(on: .state, while: isWanted) { return false }
      lastCertainStep = number
      return try passParts(isKeyframe: true, while: isWanted)
    case .digests:
      return try passParts(isKeyframe: false, while: isWanted)
    case .step(let step):
      let difference = try replay(step)
      guard let difference else { return true }
      return try goes(on: difference, while: isWanted)
    case .outside(let step):
      guard try takeOutsideChange(step) else { return try goes(on: .state, while: isWanted) }
      return true
    case .mark(let step, let text):
      if lastCertainStep == number { lastCertainStep = step.number }
      number = step.number
      onMark?(step, text)
      return true
    }
  }

  /// Compares what only keyframes hold, unless it is unknown since a step that differed; returns
  /// whether the replay should continue.
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
    return try goes(on: .parts(difference), while: isWanted)
  }

  /// Continues from the state of a keyframe, with all that it holds.
  private func takeKeyframe() throws(ReplayStop) {
    goOn(
      from: try app.dependencies.sharedReferences.restoring { () throws(ReplayStop) in
        try source.stateHere()
      })
    lastCertainParts = number
  }

  private func begin(at firstStep: UInt64) throws(ReplayStop) {
    let state = try app.dependencies.sharedReferences.restoring { () throws(ReplayStop) in
      try source.stateHere()
    }
    storage.store(state)
    source.goOn(from: state)
    number = firstStep - 1
    lastCertainStep = number
    lastCertainParts = number
    senders.begin(at: firstStep)
    if firstStep > 1 { onGap?(firstStep, state) }
  }
}

// MARK: A step

extension ReplayEngine {
  /// Replays one step, and tells how it differs.
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
    // Most steps are as recorded and have no effect, which is told without a look at the forms.
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
    onStep?(step, source.action.pointee, effect, pointer)
    let shape = effect.shape { sentForm($0) }
    let sent = effect.sentActions
    // For which the reducer may have read dependencies.
    hasWork = sent == nil
    let recorded = source.recordedEffect()
    let isRecordedEffect =
      shape == recorded || shape.isRecorded(as: recorded, isRedacted: isRedacted)
    let isSender = senders.isSender(of: step, source.action, isRedacted: isRedacted)
    // What another effect than the recorded one may have sent is not held against a later step.
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

  /// Notes that a step has run to its end in which the app ended when it was recorded: there is
  /// nothing to compare it with.
  @inline(never)
  private func survive(_ step: ReplayedStep, _ effect: Effect<Action>) -> StepDifference? {
    survivedStep = step.number
    onStep?(step, source.action.pointee, effect, pointer)
    return nil
  }
}

// MARK: Shared state

extension ReplayEngine {
  /// Changes shared values as the log says that they were changed from outside; returns whether the
  /// state is the recorded one then.
  @inline(never)
  private func takeOutsideChange(_ step: ReplayedStep) throws(ReplayStop) -> Bool {
    number = step.number
    guard let expected = try source.stateAfterOutsideChange(of: pointer) else { return true }
    // The state is read once more, and its references take over the values that are read for them.
    var encoder = RecordEncoder()
    let references = SupplementEncoder()
    encoder.supplement = references
    encoder.encode(pointer.pointee)
    var decoder = RecordDecoder(expected)
    decoder.supplement = KeyframeSupplement(takingReferencesOf: references)
    _ = try? decoder.decode(State.self)
    encoder = RecordEncoder()
    encoder.encode(pointer.pointee)
    source.goOn(from: pointer.pointee)
    onOutsideChange?(step)
    guard encoder.bytes == expected else { return false }
    lastCertainStep = number
    return true
  }
}

// MARK: A difference

extension ReplayEngine {
  /// Notes a difference; returns whether the replay is to go on.
  private func goes(
    on difference: StepDifference, while isWanted: (StepDifference) -> Bool
  ) throws(ReplayStop) -> Bool {
    if case .state = difference, isRedacted,
      let recorded = try source.recordedState(like: pointer.pointee),
      Redaction.isSame(recorded, pointer.pointee)
    {
      goOn(from: recorded)
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
    if let recorded { goOn(from: recorded) }
    return true
  }

  private func goOn(from state: State) {
    pointer.pointee = state
    source.goOn(from: state)
    lastCertainStep = number
  }

  /// A difference in full: the action, and what was expected.
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

  /// Whether a read has no answer because the log is older than the recording of its dependency.
  private func isUnanswered(_ dependency: Int?) -> Bool {
    dependency.map(addedDependencies.contains) ?? false
  }

  /// Whether the last step called an endpoint whose answer is not in the log.
  var hasUnrecordedCall: Bool { app.unrecorded.hasCall }

  /// What the reducer used that is not recorded, in the steps of which one is to blame.
  private func unrecorded(
    _ difference: StepDifference, since step: UInt64
  ) -> UnrecordedDependencies? {
    if case .unrecorded = difference { return app.unrecorded.use(hasWork: hasWork) }
    return app.unrecorded.blame(inLast: number - step, hasWork: hasWork)
  }
}
