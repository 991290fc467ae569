import ComposableArchitecture
import RecordCoding
import SessionRecording

/// One way of the app through a candidate.
struct CandidateRun<State: Recordable, Action: Recordable> {
  /// How it went.
  struct End {
    /// Why the candidate is no session of the app, if it is none.
    var problem: String?
    /// In what the step that was looked at differs.
    var lastDifference: VerdictKey.Kind?
    /// The difference in what it read, in words.
    var dependency: String?
    /// How many of its reads each step still makes, of those that make fewer.
    var readCounts: [Int: Int] = [:]
    /// After how many steps the condition was met.
    var metAt: Int?
  }

  private let judge: CandidateJudge<State, Action>
  private let source: KeptSteps<State, Action>
  private let engine: ReplayEngine<State, Action>
  private let names: [String]
  var onStep: ((ReplayedStep, Action, Effect<Action>, UnsafePointer<State>) -> Void)?

  init(_ judge: CandidateJudge<State, Action>, _ source: KeptSteps<State, Action>) {
    self.judge = judge
    self.source = source
    // Made anew, so that what is not recorded begins in the same way each time.
    let app = PreparedReducer(judge.replayer.app)
    names = app.names
    engine = ReplayEngine(app: app, source: source, progress: judge.replayer.progress)
    engine.addedDependencies = judge.replayer.addedDependencies(since: source.reader.header)
  }

  /// Reduces the steps up to one that may not differ, or after which a condition is met.
  func proceed(
    until isMet: ((UnsafePointer<State>) -> Bool)? = nil
  ) throws(MinimizerError) -> End {
    var end = End()
    engine.onStep = { step, action, effect, state in
      source.actualEffect = effect.shape { judge.sentForm($0) }
      onStep?(step, action, effect, state)
      if let isMet, isMet(state) {
        end.metAt = Int(clamping: step.number)
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

  /// Notes a difference; returns whether the session goes on all the same.
  private func note(_ difference: StepDifference, _ end: inout End) -> Bool {
    let isTarget = judge.goal.isDivergence && source.place == judge.target
    switch difference {
    case .state, .parts: end.lastDifference = .state
    case .effect: end.lastDifference = .effect
    case .sender: end.lastDifference = .sender
    case .unrecorded: end.lastDifference = .unrecorded
    case .dependency(let problem):
      end.lastDifference = .dependency
      let added = problem.readDependency.map { engine.addedDependencies.contains($0) } ?? false
      end.dependency =
        added
        ? problem.readDependency.map { names[$0] }
        : problem.description(names: names).withoutValues
      if !isTarget, case .leftOver(_, let count) = problem {
        // A step may read less when it has less to do.
        end.readCounts[source.place] = count
        end.lastDifference = nil
        return true
      }
    }
    // What no log holds may be used as it was; only a candidate that is to be verified must not.
    if !isTarget, case .unrecorded = difference, !judge.goal.isDivergence { return true }
    if !isTarget { end.problem = "an earlier step differs" }
    return false
  }
}
