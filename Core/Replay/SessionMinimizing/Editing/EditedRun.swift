import Issues
import Platform
import RecordCoding
import ReducerRuntime
import SessionRecording
import SessionReplay

/// The outcome of a run of an edited session.
struct EditedRun: Codable {
  struct Crash: Codable {
    /// The number of the step in the candidate.
    let step: Int
    let text: String
  }

  /// The first thing that the candidate lacks; `nil` if the session reached its end.
  var finding: EditFinding?
  /// The actions that effects send in place of recorded ones, by step index. The run used them.
  var changed: [Int: [UInt8]] = [:]
  /// The steps whose effects perform work that the log does not have.
  var unknownWork: Set<Int> = []
  /// The first issue that was reported in each step, by step index.
  var issues: [Int: String] = [:]
  /// The crash that ended the app, instead of a finding.
  var crash: Crash?
}

extension CandidateJudge {
  /// Runs an edited session until something differs from its candidate.
  func settle(_ candidate: SessionCandidate) throws(MinimizerError) -> EditedRun {
    addSteps(of: candidate)
    let source = KeptSteps(tape, candidate)
    source.isCompared = false
    source.sentActions = SentActions(tape, candidate)
    let reported = Mutex<String?>(nil)
    var issues: [Int: String] = [:]
    var run = CandidateRun(self, source)
    run.onStep = { _, _, _, _ in
      issues[source.stepIndex] = reported.withLock { $0.take() }
    }
    let outcome = IssueReports.withHandler { issue in
      reported.withLock { $0 = $0 ?? issue.message }
    } operation: {
      Swift.Result { () throws(MinimizerError) in try run.proceed() }
    }
    let end = try outcome.get()
    var result = EditedRun(
      finding: source.finding, changed: source.sentActions?.changed ?? [:],
      unknownWork: source.sentActions?.unknownWork ?? [], issues: issues)
    if let problem = end.readProblem {
      result.finding = finding(problem, of: candidate, at: source.stepIndex)
    } else if end.problem != nil {
      // The effect of the recorded sender does not send the action of the step.
      result.finding = .lost([source.stepIndex])
    }
    return result
  }

  private func finding(
    _ problem: ReadProblem, of candidate: SessionCandidate, at stepIndex: Int
  ) -> EditFinding {
    let dependencies = replayer.app.dependencies
    if let (dependency, index) = problem.additionalRead,
      let read = tape.suppliedRead(
        of: dependency, named: dependencies[dependency].name, at: stepIndex, in: candidate)
    {
      var reads = tape.reads(at: stepIndex, in: candidate)
      reads.insert(read, at: index)
      return .reads(stepIndex: stepIndex, reads)
    }
    return .unanswered(
      stepIndex: stepIndex, problem: problem.description(names: dependencies.map(\.name)))
  }
}

extension ReadProblem {
  /// The dependency of a read that the log lacks, and the number of reads before it.
  fileprivate var additionalRead: (dependency: Int, after: Int)? {
    switch self {
    case .missing(let dependency, let after): (dependency, after)
    case .otherDependency(_, let dependency, let after): (dependency, after)
    case .leftOver, .unreadable: nil
    }
  }
}
