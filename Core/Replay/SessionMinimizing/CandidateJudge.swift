import RecordedValues
import RecordCoding
import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument
import SessionRecording
import SessionReplay

/// An evaluator that reduces candidates with the app to find those that reach the goal.
final class CandidateJudge<State: Recordable, Action: Recordable> {
  let replayer: SessionReplayer<State, Action>
  private(set) var tape: SessionTape<State, Action>
  let goal: MinimizerGoal
  private let condition: StateCondition?
  /// The index of the last step. If the goal is a divergence, this step differs.
  let target: Int
  /// The encoded changes of earlier steps with the failing step's action, by step index.
  private var guarded: [Int: [UInt8]] = [:]
  /// The state that this build reaches after the last step of the recorded session.
  private var actual: RecordedValue?
  private(set) var actualEffect = EffectShape.none
  let sentForm: SentActionForm
  private let effects: CandidateEffects<State, Action>
  private var addedCount = 0

  init(
    _ replayer: SessionReplayer<State, Action>, path: String, goal: MinimizerGoal,
    through last: UInt64?
  ) throws(MinimizerError) {
    self.replayer = replayer
    self.goal = goal
    tape = try SessionTape(path: path, through: last, of: replayer)
    effects = CandidateEffects(replayer)
    target = tape.steps.count - 1
    sentForm = SentActionForm(in: tape.reader.header)
    if case .condition(let text) = goal {
      condition = try tape.header.condition(text)
    } else {
      condition = nil
    }
    if case .divergence(let key) = goal { try reduceAll(key) }
  }

  var whole: SessionCandidate { SessionCandidate(keeping: 0..<tape.steps.count) }

  /// Adds the steps of a candidate that the tape lacks.
  func addSteps(of candidate: SessionCandidate) {
    for step in candidate.added.dropFirst(addedCount) { tape.add(step) }
    addedCount = candidate.added.count
  }

  private func reduceAll(_ key: VerdictKey) throws(MinimizerError) {
    for stepIndex in 0..<target where tape.actionName(at: stepIndex) == key.action {
      guarded[stepIndex] = []
    }
    let source = KeptSteps(tape, whole)
    source.matchState = { [unowned self] stepIndex, change, _, state in
      if guarded[stepIndex] != nil { guarded[stepIndex] = change }
      if stepIndex == target { actual = tape.header.value(of: state.pointee) }
      return .same
    }
    var run = CandidateRun(self, source)
    run.onStep = { [unowned self] _, _, _, _ in actualEffect = source.actualEffect }
    _ = try run.proceed()
    guard key.kind != .state || tape.after != nil && actual != nil else {
      throw .noStates(level: tape.reader.header.level)
    }
  }

  func evaluate(_ candidate: SessionCandidate) -> CandidateOutcome {
    do throws(MinimizerError) {
      return try reduce(candidate).outcome
    } catch {
      return .other(error.description)
    }
  }

  struct Result {
    var outcome: CandidateOutcome
    /// The state to record after the last step; `nil` for the state that this build reaches.
    var expected: RecordedValue?
    /// The number of reads by step index, for steps that make fewer reads than recorded.
    var readCounts: [Int: Int] = [:]
  }

  func reduce(
    _ candidate: SessionCandidate, limit: Int? = nil,
    onStep: ((ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void)? = nil
  ) throws(MinimizerError) -> Result {
    let source = KeptSteps(tape, candidate)
    if let limit { source.limit = limit }
    var run = CandidateRun(self, source)
    run.onStep = onStep
    switch goal {
    case .divergence(let key):
      return try compare(candidate, key, source, &run)
    case .crash, .anyCrash:
      source.isCompared = false
      let end = try run.proceed()
      return Result(
        outcome: .other(end.problem ?? "the app did not end"), readCounts: end.readCounts)
    case .end:
      source.isCompared = false
      let end = try run.proceed()
      return Result(
        outcome: end.problem.map { .other($0) } ?? .same(steps: candidate.stepCount),
        readCounts: end.readCounts)
    case .condition:
      source.isCompared = false
      let end = try run.proceed { [self] state in
        tape.header.value(of: state.pointee).map { condition?.holds(for: $0) ?? false } ?? false
      }
      if let problem = end.problem {
        return Result(outcome: .other(problem), readCounts: end.readCounts)
      }
      return Result(
        outcome: end.firstMetStep.map { .same(steps: $0) } ?? .other("the condition never holds"),
        readCounts: end.readCounts)
    case .call(let goal):
      source.isCompared = false
      let end = try run.proceed()
      var candidate = candidate
      if let problem = end.problem {
        return Result(outcome: .other(problem), readCounts: end.readCounts)
      }
      let isMet = try effects.cut(&candidate, of: tape, goal: goal)
      return Result(
        outcome: isMet
          ? .same(steps: candidate.stepCount) : .other("the effect does not differ in this way"),
        readCounts: end.readCounts)
    }
  }

  /// Updates the events of a candidate, up to a step, to match its effects.
  func followEffects(
    of candidate: inout SessionCandidate, through last: Int?
  ) throws(MinimizerError) {
    addSteps(of: candidate)
    if let goal = goal.call {
      _ = try effects.cut(&candidate, of: tape, goal: goal)
    } else {
      try effects.adjust(&candidate, of: tape, upTo: last, takesActions: goal == .end)
    }
  }

  func keepsAnswers(
    _ candidate: SessionCandidate, through last: Int?
  ) throws(MinimizerError) -> Bool {
    try effects.keepsAnswers(candidate, of: tape, upTo: last)
  }

  private func compare(
    _ candidate: SessionCandidate, _ key: VerdictKey, _ source: KeptSteps<State, Action>,
    _ run: inout CandidateRun<State, Action>
  ) throws(MinimizerError) -> Result {
    var expected: RecordedValue?
    source.matchState = { [self] stepIndex, change, before, state in
      guard stepIndex == target else {
        // The current values don't matter, because simpler ones may show the fault.
        guard key.kind == .state, let recorded = guarded[stepIndex] else { return .same }
        return recorded == change ? .same : .different
      }
      expected = carried(candidate, before, state.pointee, key)
      return expected == nil || key.kind != .state ? .same : .different
    }
    source.requiredEffect = { [self] stepIndex in
      guard key.kind == .effect, stepIndex == target || guarded[stepIndex] != nil else {
        return nil
      }
      return tape.steps[stepIndex].effect
    }
    let end = try run.proceed()
    guard end.problem == nil, end.lastDifference == key.kind,
      key.kind != .effect || source.actualEffect == actualEffect,
      key.kind != .dependency || end.dependency == key.subject
    else {
      return Result(outcome: .other(end.problem ?? "the step does not differ in this way"))
    }
    return Result(
      outcome: .same(steps: candidate.stepCount), expected: expected, readCounts: end.readCounts)
  }

  /// The numbers in the action of the last step.
  private lazy var numbers: Set<Int64> =
    tape.header.value(ofAction: tape.steps[target].action).map { LeafPairs.numbers(in: $0) } ?? []

  /// Returns the state that would have been recorded after the last step; `nil` if it isn't known,
  /// or doesn't differ at the recorded path.
  private func carried(
    _ candidate: SessionCandidate, _ before: State, _ state: State, _ key: VerdictKey
  ) -> RecordedValue? {
    let header = tape.header
    guard let actual, let after = tape.after, let newActual = header.value(of: state) else {
      return nil
    }
    let pairs = LeafPairs(candidate, in: tape)
    let difference = CarriedDifference(
      schema: header.schema, replaced: pairs.replaced, numbers: numbers,
      countsByOne: tape.steps[target].reads.isEmpty)
    let expected = difference.expected(
      .init(
        before: tape.before, actual: actual, expected: after, newBefore: header.value(of: before),
        newActual: newActual), as: header.state)
    if key.kind != .state { return expected }
    // The expected state is known only if it contains all values replaced in the last action.
    guard let expected, pairs.ofTarget.isSubset(of: difference.used.values),
      let first = ValueDifference.first(
        expected: expected, actual: newActual, as: header.state, in: header.schema),
      first.path.withoutValues == key.subject
    else { return nil }
    return expected
  }
}
