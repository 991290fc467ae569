import RecordedValues
import RecordCoding
import ReducerRuntime
import SessionDocument
import SessionRecording
import SessionReplay

/// A single run of the app through the steps of a candidate.
struct CandidateRun<State: Recordable, Action: Recordable> {
  struct End {
    var problem: String?
    var lastDifference: VerdictKey.Kind?
    /// The name of an added dependency that the step read, or how its reads differ, without values.
    var dependency: String?
    /// The difference of the last step's reads.
    var readProblem: ReadProblem?
    /// The number of reads by step index, for steps that make fewer reads than recorded.
    var readCounts: [Int: Int] = [:]
    var firstMetStep: Int?
  }

  private let evaluation: CandidateJudge<State, Action>
  private let source: KeptSteps<State, Action>
  private let engine: ReplayEngine<State, Action>
  private let names: [String]
  var onStep: ((ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void)?

  init(_ evaluation: CandidateJudge<State, Action>, _ source: KeptSteps<State, Action>) {
    self.evaluation = evaluation
    self.source = source
    // Created for each run: unrecorded state must start out the same every time.
    let app = PreparedReducer(evaluation.replayer.app)
    names = app.names
    engine = ReplayEngine(app: app, source: source, progress: evaluation.replayer.progress)
    engine.addedDependencies = evaluation.replayer.addedDependencies(since: source.reader.header)
  }

  func proceed(
    until isMet: ((UnsafePointer<State>) -> Bool)? = nil
  ) throws(MinimizerError) -> End {
    var end = End()
    engine.onStep = { step, action, effect, state in
      source.actualEffect = effect.shape { evaluation.sentForm($0) }
      source.sentActions?.note(effect, shape: source.actualEffect, of: source.stepIndex)
      onStep?(step, action, effect, state)
      if let isMet, isMet(state) {
        end.firstMetStep = Int(clamping: step.number)
        source.hasEnded = true
      }
    }
    defer { engine.onStep = nil }
    do throws(ReplayStop) {
      try engine.proceed { difference in note(difference, &end) }
    } catch {
      throw .cannotReplay(SessionReplayer<State, Action>.verdict(of: error, after: nil))
    }
    return end
  }

  /// Notes a difference, and returns whether the run continues.
  private func note(_ difference: StepDifference, _ end: inout End) -> Bool {
    let isTarget = evaluation.goal.isDivergence && source.stepIndex == evaluation.target
    switch difference {
    case .state, .parts: end.lastDifference = .state
    case .effect: end.lastDifference = .effect
    case .sender: end.lastDifference = .sender
    case .unrecorded: end.lastDifference = .unrecorded
    case .dependency(let problem):
      end.lastDifference = .dependency
      end.readProblem = problem
      let added = problem.readDependency.map { engine.addedDependencies.contains($0) } ?? false
      end.dependency =
        added
        ? problem.readDependency.map { names[$0] }
        : problem.description(names: names).withoutValues
      if !isTarget, case .leftOver(_, let count) = problem {
        // A step with less to do may read less.
        end.readCounts[source.stepIndex] = count
        (end.lastDifference, end.readProblem) = (nil, nil)
        return true
      }
    }
    // Unrecorded dependencies are allowed unless the steps are compared.
    if !isTarget, case .unrecorded = difference, !evaluation.goal.isDivergence { return true }
    if !isTarget { end.problem = "an earlier step differs" }
    return false
  }
}
