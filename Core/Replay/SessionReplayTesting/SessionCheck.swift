import DependencyInjection
import Locking
import RecordCoding
import ReplayCorpus
import SessionReplay

/// The replay of a session in a test, which may record the session again.
struct SessionCheck<State: Recordable, Action: Recordable>: Sendable {
  let session: Session
  let replayer: SessionReplayer<State, Action>
  let rerecording: Rerecording

  struct Outcome: Sendable {
    /// The message with which the test fails; `nil` if it passes.
    let failure: String?
    /// The issues that the app's reducers reported during the replay.
    let remarks: [String]
  }

  func outcome() -> Outcome {
    let issues = Mutex<[String]>([])
    // The issues of the recorded session are reported again in a replay; they aren't failures.
    let failure = IssueReports.withHandler({ issue in
      issues.withLock { if !$0.contains(issue.message) { $0.append(issue.message) } }
    }) {
      self.failure()
    }
    return Outcome(failure: failure, remarks: issues.withLock { $0 })
  }

  private func failure() -> String? {
    if let fault = session.fault {
      return "\(fault)\n  \(Self.folderRemedy)"
    }
    do throws(CorpusError) {
      _ = try Corpus(paths: [session.path])
    } catch {
      return error.description
    }
    let report = replayer.replay(path: session.path, named: "\(session)")
    return report.verdict.kind == .match ? nil : text(of: report) + "\n" + consequence(of: report)
  }

  private func text(of report: ReplayReport) -> String {
    // The path of the log is long, and differs between machines.
    "\(session): \(report.description.withoutPath(report.path))"
  }

  private func consequence(of report: ReplayReport) -> String {
    guard rerecording.includes(session) else { return remedy(for: report) }
    let isNamed = rerecording == .named(session.name)
    let plan = UpdatePlan([report], named: isNamed ? [session.path] : [])
    switch plan.reports[0].outcome {
    case .pending: return written(replayer.update(path: session.path).outcome)
    case let outcome: return written(outcome)
    }
  }

  private func remedy(for report: ReplayReport) -> String {
    let plan = UpdatePlan([report], named: [session.path])
    guard !plan.pending.isEmpty else { return Self.replacement }
    return """
        If the change is intended, run the test once with '\(Rerecording.variable)=1', which updates \
      the log.
      """
  }

  private func written(_ outcome: UpdateReport.Outcome) -> String {
    switch outcome {
    case .updated:
      """
        The log was updated. Review it, commit it, and run the test without \
      '\(Rerecording.variable)'.
      """
    case .otherVersion(let version, _):
      """
        The log was not changed, because it was recorded by \(version.visible). To update it, \
      name it: '\(Rerecording.variable)=\(session)'.
      """
    case .notWritten(let message):
      "  The log was not updated: \(message.visible)."
    case .refused, .unchanged, .pending:
      "  The log was not changed. \(Self.replacement.drop { $0 == " " })"
    }
  }

  private static var replacement: String {
    "  If the log is no longer needed, delete it, or record the session again with the app."
  }

  private static var folderRemedy: String {
    "Record a session into the folder, or name another folder beside the file of the test."
  }
}
