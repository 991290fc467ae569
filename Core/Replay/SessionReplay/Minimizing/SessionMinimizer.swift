import ActionText
public import ComposableArchitecture
public import RecordCoding
import RecordSchema
import SessionLog

/// Finds the smallest session with the same verdict as a recorded one.
///
///     let minimizer = SessionMinimizer(SessionReplayer { CounterFeature() })
///     let result = try minimizer.minimize(log, to: folder.appending(path: "small.reprise"))
///     print(result.keptActions, "of", result.recordedActions)
///
/// What the user did is left out as far as the verdict stays, together with what effects sent back;
/// then the values in actions are made simpler, and what reducers read.
public struct SessionMinimizer<State: Recordable, Action: Recordable> {
  private let replayer: SessionReplayer<State, Action>
  /// How workers are started; `nil` for this process, which an app that ends would take with it.
  package var workers: WorkerSettings?
  /// How many workers there are.
  package var jobs = 1
  /// What is looked for; `nil` for the verdict of the log.
  package var goal: MinimizerGoal?
  /// Told of the best session so far, and of how many were tried.
  package var progress: (MinimizerProgress) -> Void = { _ in }
  /// Whether to go on; else the best session so far is taken.
  package var goesOn: @Sendable () -> Bool = { true }
  /// Whether a log of the same name is replaced.
  public var overwrites = false

  /// Prepares to minimize sessions of an app.
  public init(_ replayer: SessionReplayer<State, Action>) {
    self.replayer = replayer
  }

  /// Writes the smallest session with the same verdict that is found.
  ///
  /// Steps are reduced in this process. Make the call off the main actor.
  public func minimize(_ log: URL, to output: URL) throws(MinimizerError) -> MinimizedSession {
    try minimize(path: log.path, to: output.path)
  }

  /// Writes the smallest session that shows what is looked for.
  package func minimize(
    path: String, to output: String
  ) throws(MinimizerError) -> MinimizedSession {
    let (wanted, last): (MinimizerGoal, UInt64?)
    if let goal { (wanted, last) = (goal, nil) } else { (wanted, last) = try verdictGoal(of: path) }
    var goal = wanted
    let tape = try SessionTape(path: path, through: last, of: replayer)
    if goal.isDivergence { try refuseOlderTypes(of: tape, path) }
    // A log of older types may name it otherwise.
    if let name = tape.lastActionName { goal = goal.naming(action: name) }
    if case .condition(let text) = goal { try refuseBeginning(of: tape, text) }
    let evaluator = try evaluator(of: tape, CandidateTask(path: path, goal: goal, last: last))
    let whole = SessionCandidate(keeping: tape.steps.indices)
    let start = try begin(whole, goal, evaluator)
    var search = MinimizerSearch(evaluator, progress)
    let best = try search.run(from: start, outline(of: tape, goal), tape)
    let verdict = try write(best, to: output, evaluator, goal)
    return MinimizedSession(
      path: output, verdict: verdict, recordedSteps: Int(clamping: tape.reader.log.stepCount),
      recordedActions: tape.userActions(of: whole), keptSteps: best.stepCount,
      keptActions: tape.userActions(of: best), tried: search.tried, wasInterrupted: !goesOn())
  }

  /// Writes a session beside the output, and gives it its name when it has been replayed; a log that
  /// it replaces stays until then.
  private func write(
    _ best: SessionCandidate, to output: String, _ evaluator: any CandidateEvaluator,
    _ goal: MinimizerGoal
  ) throws(MinimizerError) -> Verdict {
    // Named after this process, as a file of the user or of another search may have a plainer name.
    let file = URL(fileURLWithPath: output)
    let unchecked = file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent).\(getpid()).unchecked").path
    defer { unlink(unchecked.pathBytes) }
    try evaluator.write(best, to: unchecked, overwrite: true)
    let verdict = verdict(of: unchecked)
    try verify(verdict, goal)
    do throws(LogWriterError) {
      try publishLog(at: unchecked, as: output, overwrite: overwrites)
    } catch {
      throw MinimizerError(.notWritten(error.description))
    }
    return verdict
  }

  // MARK: What is looked for

  private func verdictGoal(
    of path: String
  ) throws(MinimizerError) -> (MinimizerGoal, UInt64?) {
    let verdict = verdict(of: path)
    switch verdict {
    case .diverged(let divergence):
      return (.divergence(VerdictKey(divergence)), divergence.step)
    case .crashed(let crash) where crash.step > 0:
      return (.crash(VerdictKey(crash)), crash.step)
    case .match: throw MinimizerError(.matches(path: path))
    case .crashed, .incompatible, .damaged, .failed: throw .cannotReplay(verdict)
    }
  }

  private func verdict(of path: String) -> Verdict {
    guard let workers else { return replayer.replay(path: path).verdict }
    let replay = CorpusReplay(jobs: 1, workers: workers)
    return replay.replay(PathList([path]), with: replayer).first?.verdict
      ?? .failed("no result came of the replay")
  }

  /// The steps that are begun with: all that the goal takes.
  private func begin(
    _ whole: SessionCandidate, _ goal: MinimizerGoal, _ evaluator: any CandidateEvaluator
  ) throws(MinimizerError) -> SessionCandidate {
    let outcome = try evaluator.outcomes(of: [whole]).first
    switch outcome {
    case .same(let steps): return whole.prefix(steps)
    case .other(let reason):
      switch goal {
      case .condition(let text): throw MinimizerError(.neverHolds(text))
      case .anyCrash: throw MinimizerError(.noCrash)
      case .divergence, .crash: throw MinimizerError(.notRepeated(reason))
      }
    case nil: throw MinimizerError(.notRepeated("it was interrupted"))
    }
  }

  /// Refuses a log whose steps are not what this build would record, as the new one says what they
  /// ought to have led to.
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

  /// Refuses a condition that no step is needed for.
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
      case .anyCrash: verdict.kind == .crashed
      case .condition: verdict.kind == .match
      }
    guard !isSame else { return }
    throw MinimizerError(.otherVerdict(VerdictKey(verdict)?.description ?? verdict.name))
  }

  // MARK: Parts

  private func evaluator(
    of tape: SessionTape<State, Action>, _ task: CandidateTask
  ) throws(MinimizerError) -> any CandidateEvaluator {
    guard let workers else {
      let judge = try CandidateJudge(
        replayer, path: task.path, goal: task.goal, through: task.last)
      return LocalEvaluator(judge, while: goesOn)
    }
    let actions = ActionText(schema: tape.header.schema, type: tape.header.action)
    return WorkerEvaluator(
      workers, task, jobs: jobs,
      actionNames: { candidate, step in
        let place = candidate.places[step - 1]
        let value = tape.action(at: place, in: candidate).flatMap {
          tape.header.value(ofAction: $0)
        }
        return value.map { actions.text(of: $0) } ?? ""
      }, while: goesOn)
  }

  private func outline(
    of tape: SessionTape<State, Action>, _ goal: MinimizerGoal
  ) -> SessionOutline {
    let steps = tape.steps.map { step in SessionOutline.Step(parent: step.parent) }
    var outline = SessionOutline(
      steps: steps, target: goal.isDivergence ? steps.count - 1 : nil,
      schema: tape.header.schema, actionType: tape.header.action)
    outline.fill = { place in
      let step = tape.steps[place]
      var filled = SessionOutline.Step(parent: step.parent)
      if step.parent == nil { filled.action = tape.header.value(ofAction: step.action) }
      filled.reads = step.reads.compactMap { read in
        let type = tape.header.draws[read.dependency].type
        var decoder = RecordDecoder(read.bytes)
        return (try? decoder.decodeValue(of: type, in: tape.header.schema)).map { ($0, type) }
      }
      // What the step at fault would have done with other values is known by nobody.
      let isTarget = goal.isDivergence && place == steps.count - 1
      if filled.reads.count < step.reads.count || isTarget { filled.reads = [] }
      if isTarget, goal.kind != .state { filled.action = nil }
      return filled
    }
    return outline
  }
}

/// How far a search is.
package struct MinimizerProgress: Sendable {
  /// How many steps the best session has.
  package let steps: Int
  /// How many of them are the user's.
  package let actions: Int
  /// How many candidates were tried.
  package let tried: Int
}

/// What came of minimizing a session.
public struct MinimizedSession: Sendable {
  /// The path of the smaller log.
  public let path: String
  /// The verdict of its replay.
  public let verdict: Verdict
  /// The number of steps of the recorded session.
  public let recordedSteps: Int
  /// The number of the user's actions up to the step at fault.
  public let recordedActions: Int
  /// The number of steps that are left.
  public let keptSteps: Int
  /// The number of the user's actions that are left.
  public let keptActions: Int
  /// The number of sessions that were tried.
  public let tried: Int
  /// Whether the search was ended before nothing helped any more.
  public let wasInterrupted: Bool
}
