import RecordedValues
public import Foundation
public import RecordCoding
import ReducerRuntime
package import ReplayCorpus
import SessionLog
import SessionModel
import SessionDocument
public import SessionReplay

/// A minimizer that reduces a recorded session to a small one with the same verdict.
///
///     let minimizer = SessionMinimizer(SessionReplayer { CounterFeature() })
///     let result = try minimizer.minimize(log, to: folder.appending(path: "small.reprise"))
///     print(result.keptActions, "of", result.recordedActions)
///
/// The minimizer first removes the user's actions that the verdict doesn't depend on, together with
/// the actions that their effects sent. It then simplifies the values in actions and in dependency
/// reads.
public struct SessionMinimizer<State: Recordable, Action: Recordable> {
  let replayer: SessionReplayer<State, Action>
  /// The worker settings; `nil` runs the app in this process, which a crash then ends.
  package var workers: WorkerSettings?
  package var jobs = 1
  /// The goal of the search; `nil` to keep the verdict of the log.
  package var goal: MinimizerGoal?
  /// A handler that receives the progress of the search after each batch of candidates.
  package var progress: (MinimizerProgress) -> Void = { _ in }
  /// Returns whether to continue the search; otherwise, the best session so far is written.
  package var shouldContinue: @Sendable () -> Bool = { true }
  /// Whether an existing log at the output path is replaced.
  public var overwrites = false

  /// Creates a minimizer for sessions of a replayer's app.
  public init(_ replayer: SessionReplayer<State, Action>) {
    self.replayer = replayer
  }

  /// The number of replays in which the failure must occur, before and after the search.
  private static var replayCount: Int { 5 }

  /// Whether the search may run effects on the main actor, and wait for them.
  private(set) var runsEffects = false

  /// Writes the smallest session that was found with the verdict of a log, without calls of
  /// effects.
  ///
  /// The app runs in this process. Call this method off the main actor.
  public func minimize(_ log: URL, to output: URL) throws(MinimizerError) -> MinimizedSession {
    try minimize(path: log.path, to: output.path)
  }

  /// Writes the smallest session that was found with the verdict of a log, and the calls of its
  /// effects.
  ///
  /// If all steps match and an effect differs, that difference is kept. The search has a thread of
  /// its own, and effects run on the main actor.
  public func minimizeWithCalls(
    _ log: URL, to output: URL
  ) async throws(MinimizerError) -> MinimizedSession {
    try await minimizeWithCalls(path: log.path, to: output.path)
  }

  package func minimizeWithCalls(
    path: String, to output: String
  ) async throws(MinimizerError) -> MinimizedSession {
    try await withEffects { (minimizer) throws(MinimizerError) in
      try minimizer.minimize(path: path, to: output)
    }
  }

  /// Calls a function on a new thread, with a minimizer that may run effects on the main actor.
  func withEffects<Session: Sendable>(
    _ body: @escaping @Sendable (Self) throws(MinimizerError) -> Session
  ) async throws(MinimizerError) -> Session {
    var search = self
    search.runsEffects = true
    // Only the new thread uses the minimizer.
    nonisolated(unsafe) let minimizer = search
    let outcome: Result<Session, MinimizerError> = await withCheckedContinuation { done in
      let thread = Thread {
        done.resume(returning: Result { () throws(MinimizerError) in try body(minimizer) })
      }
      // Reducers of deep states need a stack as large as that of most main threads.
      thread.stackSize = 8 << 20
      thread.start()
    }
    return try outcome.get()
  }

  package func minimize(
    path: String, to output: String
  ) throws(MinimizerError) -> MinimizedSession {
    let (wanted, last): (MinimizerGoal, UInt64?)
    if let goal { (wanted, last) = (goal, nil) } else { (wanted, last) = try verdictGoal(of: path) }
    var goal = wanted
    let tape = try SessionTape(path: path, through: last, of: replayer)
    if goal.isDivergence { try refuseOlderTypes(of: tape, path) }
    // A log of older types may name the action differently.
    if let name = tape.lastActionName { goal = goal.naming(action: name) }
    if case .condition(let text) = goal { try refuseBeginning(of: tape, text) }
    let evaluator = try evaluator(of: tape, CandidateTask(path: path, goal: goal, last: last))
    let whole = SessionCandidate(keeping: tape.steps.indices)
    var start = try begin(whole, goal, evaluator)
    start.omitsCalls = !runsEffects || tape.events.isEmpty
    if !start.omitsCalls, goal.call == nil {
      // Effects that cannot be run are not checked.
      _ = try evaluator.followEffects(of: &start, through: goal.lastReducedStep(of: start))
    }
    var search = MinimizerSearch(evaluator, progress)
    search.isPossible = { (candidate: SessionCandidate) throws(MinimizerError) -> Bool in
      if candidate.omitsCalls || goal.call != nil { return true }
      return try evaluator.keepsAnswers(candidate, through: goal.lastReducedStep(of: candidate))
    }
    var best = try search.run(from: start, outline(of: tape, goal), tape)
    var lostCalls: String?
    best.omitsCalls = !runsEffects
    if runsEffects {
      lostCalls = try evaluator.followEffects(of: &best, through: goal.lastReducedStep(of: best))
    }
    let report = try write(best, to: output, evaluator, goal)
    return MinimizedSession(
      path: output, verdict: report.verdict,
      recordedSteps: Int(clamping: tape.reader.log.stepCount),
      recordedActions: tape.userActions(of: whole), keptSteps: best.stepCount,
      keptActions: tape.userActions(of: best), tried: search.tried,
      wasInterrupted: !shouldContinue(), lostCalls: lostCalls)
  }

  /// Renames the session to the output only after its replay is verified. Until then, an existing
  /// log stays.
  func write(
    _ best: SessionCandidate, to output: String, _ evaluator: any CandidateEvaluator,
    _ goal: MinimizerGoal
  ) throws(MinimizerError) -> ReplayReport {
    let unchecked = UncheckedLog(for: output)
    try evaluator.write(best, to: unchecked.path, overwrite: true)
    let withEffects = goal.call != nil || goal == .end && !best.omitsCalls
    let reports = replays(of: unchecked.path, withEffects: withEffects, Self.replayCount)
    for report in reports { try verify(report.verdict, goal) }
    do throws(LogWriterError) {
      try unchecked.publish(overwrite: overwrites)
    } catch {
      throw MinimizerError(.notWritten(error.description))
    }
    var report = reports[0]
    report.path = output
    return report
  }

  private func verdictGoal(
    of path: String
  ) throws(MinimizerError) -> (MinimizerGoal, UInt64?) {
    // A worker finds an endless effect before this process runs the effects.
    let verdict = replays(of: path, withEffects: runsEffects, 1)[0].verdict
    switch verdict {
    case .diverged(let divergence) where divergence.isCall: return try callGoal(of: path)
    case .crashed(let crash) where crash.effect != nil: throw .crashedEffect(crash, path: path)
    case .diverged(let divergence):
      return (.divergence(VerdictKey(divergence)), divergence.step)
    case .crashed(let crash) where crash.step > 0:
      return (.crash(VerdictKey(crash)), crash.step)
    case .match: return try callGoal(of: path)
    case .crashed, .incompatible, .damaged, .failed: throw .cannotReplay(verdict)
    }
  }

  /// Returns the divergence of an effect of a log whose steps match.
  private func callGoal(of path: String) throws(MinimizerError) -> (MinimizerGoal, UInt64?) {
    guard runsEffects else { throw MinimizerError(.matches(path: path)) }
    let tape = try SessionTape(path: path, through: nil, of: replayer)
    guard let (goal, last) = try CandidateEffects(replayer).divergence(of: tape) else {
      throw MinimizerError(.matches(path: path))
    }
    return (.call(goal), tape.indices.first { $0.value == last }?.key)
  }

  /// Returns the reports of a number of replays of a log, at least one.
  func replays(of path: String, withEffects: Bool, _ count: Int) -> [ReplayReport] {
    guard let workers else {
      return (0..<count).map { _ in
        var report = replayer.replay(path: path)
        if withEffects, case .match = report.verdict {
          report.add(CandidateEffects(replayer).report(onLogAt: path))
        }
        return report
      }
    }
    var replay = CorpusReplay(jobs: 1, workers: workers)
    replay.runsEffects = withEffects
    let paths = PathList(Array(repeating: path, count: count))
    let reports = replay.replay(paths, with: replayer)
    return reports.count == count
      ? reports : [ReplayReport(path: path, verdict: .failed("the replay has no result"))]
  }

  /// Replays the whole session, and returns its steps up to the failure.
  private func begin(
    _ whole: SessionCandidate, _ goal: MinimizerGoal, _ evaluator: any CandidateEvaluator
  ) throws(MinimizerError) -> SessionCandidate {
    var start: SessionCandidate?
    for _ in 0..<Self.replayCount {
      switch try evaluator.outcomes(of: [whole]).first {
      case .same(let steps):
        let next = whole.prefix(steps)
        if let start, start != next {
          throw MinimizerError(.notRepeated("once at step \(start.stepCount), once at \(steps)"))
        }
        start = next
      case .other(let reason):
        guard start == nil else { throw MinimizerError(.notRepeated(reason)) }
        switch goal {
        case .condition(let text): throw MinimizerError(.neverHolds(text))
        case .anyCrash: throw MinimizerError(.noCrash)
        case .divergence, .crash, .end, .call: throw MinimizerError(.notRepeated(reason))
        }
      case nil:
        if let start { return start }
        throw MinimizerError(.notRepeated("it was interrupted"))
      }
    }
    return start ?? whole
  }

  /// Throws if the log has older types, since it lacks expected values of newer fields.
  private func refuseOlderTypes(
    of tape: SessionTape<State, Action>, _ path: String
  ) throws(MinimizerError) {
    let isOlder: Bool
    do throws(Incompatibility) {
      isOlder = try replayer.resolution(of: tape.reader) != nil
    } catch {
      isOlder = true
    }
    if isOlder { throw MinimizerError(.olderTypes(path: path)) }
  }

  /// Throws if the condition already holds before the first step.
  private func refuseBeginning(
    of tape: SessionTape<State, Action>, _ text: String
  ) throws(MinimizerError) {
    let condition = try tape.header.condition(text)
    guard let state = try? tape.initialState(), let value = tape.header.value(of: state) else {
      return
    }
    if condition.holds(for: value) { throw MinimizerError(.heldBefore(text)) }
  }

  private func verify(
    _ verdict: Verdict, _ goal: MinimizerGoal
  ) throws(MinimizerError) {
    let isSame =
      switch goal {
      case .divergence(let key), .crash(let key): VerdictKey(verdict) == key
      case .call(let goal): VerdictKey(verdict) == goal.key
      case .anyCrash: verdict.kind == .crashed
      case .end, .condition: verdict.kind == .match
      }
    guard !isSame else { return }
    throw MinimizerError(.otherVerdict(VerdictKey(verdict)?.description ?? verdict.name))
  }

  func evaluator(
    of tape: SessionTape<State, Action>, _ task: CandidateTask
  ) throws(MinimizerError) -> any CandidateEvaluator {
    guard let workers else {
      let evaluation = try CandidateJudge(
        replayer, path: task.path, goal: task.goal, through: task.last)
      return LocalEvaluator(evaluation, while: shouldContinue)
    }
    let actions = ActionText(schema: tape.header.schema, type: tape.header.action)
    return WorkerEvaluator(
      workers, task, jobs: jobs,
      actionNames: { candidate, step in
        let stepIndex = candidate.stepIndices[step - 1]
        let value = tape.action(at: stepIndex, in: candidate).flatMap {
          tape.header.value(ofAction: $0)
        }
        return value.map { actions.compactText(of: $0) } ?? ""
      }, while: shouldContinue)
  }

  private func outline(
    of tape: SessionTape<State, Action>, _ goal: MinimizerGoal
  ) -> SessionOutline {
    let steps = tape.steps.map { step in SessionOutline.Step(parent: step.parent) }
    var outline = SessionOutline(
      steps: steps, target: goal.isDivergence ? steps.count - 1 : goal.call?.stepIndex,
      schema: tape.header.schema, actionType: tape.header.action)
    if case .divergence(let key) = goal {
      outline.compared = Set(tape.steps.indices.filter { tape.actionName(at: $0) == key.action })
    }
    outline.fill = { stepIndex in
      let step = tape.steps[stepIndex]
      var filled = SessionOutline.Step(parent: step.parent)
      if step.parent == nil { filled.action = tape.header.value(ofAction: step.action) }
      filled.reads = step.reads.compactMap { read in
        let type = tape.header.dependencies[read.dependency].type
        var decoder = RecordDecoder(read.bytes)
        return (try? decoder.decodeValue(of: type, in: tape.header.schema)).map { ($0, type) }
      }
      // The expected result of the failing step is known for its recorded values only.
      let isTarget = goal.isDivergence && stepIndex == steps.count - 1
      if filled.reads.count < step.reads.count || isTarget { filled.reads = [] }
      if isTarget, goal.kind != .state { filled.action = nil }
      return filled
    }
    return outline
  }
}

package struct MinimizerProgress: Sendable {
  package let steps: Int
  package let actions: Int
  package let tried: Int
}

/// The result of minimizing a session.
public struct MinimizedSession: Sendable {
  /// The path of the smaller log.
  public let path: String
  /// The verdict of the smaller log's replay.
  public let verdict: Verdict
  /// The number of steps in the recorded session.
  public let recordedSteps: Int
  /// The number of the user's actions in the recorded session, through any failing step.
  public let recordedActions: Int
  /// The number of steps in the smaller session.
  public let keptSteps: Int
  /// The number of the user's actions in the smaller session.
  public let keptActions: Int
  /// The number of candidates tried.
  public let tried: Int
  /// Whether the search was interrupted before it was complete.
  public let wasInterrupted: Bool
  /// The reason why the smaller log has no calls, if its effects could not be run.
  package let lostCalls: String?
}

extension Divergence {
  /// Whether an effect differs, and no step.
  fileprivate var isCall: Bool {
    if case .call = kind { true } else { false }
  }
}
