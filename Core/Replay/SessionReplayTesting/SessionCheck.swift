import DependencyInjection
import SessionReplay
import Issues
import Platform
import RecordCoding
import ReplayCorpus
import SessionLog

/// The replay of a session in a test, which may record the session again.
struct SessionCheck<State: Recordable, Action: Recordable>: Sendable {
  let session: Session
  let replayer: SessionReplayer<State, Action>
  let rerecording: Rerecording

  struct Outcome: Sendable {
    /// The message with which the test fails; `nil` if it passes.
    var failure: String?
    /// The report of the replay, if every step is as recorded.
    fileprivate(set) var match: ReplayReport?
    /// The issues that the app's reducers and effects reported during the replay.
    fileprivate(set) var remarks: [String] = []
    /// Whether the session was recorded again.
    fileprivate(set) var isUpdated = false
    /// Descriptions of the effects that could not be verified.
    fileprivate(set) var unverified: [String] = []
  }

  /// Replays the steps of the session.
  func outcome() -> Outcome {
    let issues = Mutex<[String]>([])
    // The issues of the recorded session are reported again in a replay; they aren't failures.
    var outcome = IssueReports.withHandler({ issue in
      issues.withLock { $0.append(issue.message) }
    }) {
      replayed()
    }
    outcome.add(remarks: issues.withLock { $0 })
    return outcome
  }

  /// Runs the effects of the session, if its steps match, and adds the result to an outcome.
  ///
  /// An effect that never suspends ends the process after a number of seconds.
  @MainActor
  func runEffects(_ outcome: inout Outcome, timeout: Int, at location: CodeLocation) async {
    guard var report = outcome.match else { return }
    let watch = EffectWatch(of: session, in: "expectReplay", at: location, seconds: timeout)
    defer { watch.end() }
    var watched = replayer
    watched.progress = watch.progress
    var effects = EffectReplayer(watched)
    effects.givesUp = true
    let issues = Mutex<[String]>([])
    report.add(
      await IssueReports.withHandler({ issue in
        issues.withLock { $0.append(issue.message) }
      }) {
        await effects.replay(path: session.path)
      })
    outcome.add(remarks: issues.withLock { $0 })
    if let obstacle = report.effects?.obstacle {
      outcome.unverified = ["its effects are not verified: \(obstacle)"]
    } else {
      outcome.unverified = (report.effects?.unverified ?? []).map { "not verified: \($0)" }
    }
    guard report.verdict.kind != .match else { return }
    outcome.failure = text(of: report) + "\n" + Self.recordingRemedy
  }

  private func replayed() -> Outcome {
    if let fault = session.fault {
      return Outcome(failure: "\(fault)\n  \(Self.folderRemedy)")
    }
    do throws(CorpusError) {
      _ = try Corpus(paths: [session.path])
    } catch {
      return Outcome(failure: error.description)
    }
    let report = replayer.replay(path: session.path, named: "\(session)")
    guard report.verdict.kind != .match else { return Outcome(match: report) }
    let (consequence, isUpdated) = consequence(of: report)
    return Outcome(failure: text(of: report) + "\n" + consequence, isUpdated: isUpdated)
  }

  private func text(of report: ReplayReport) -> String {
    // The path of the log is long, and differs between machines.
    "\(session): \(report.description.withoutPath(report.path))"
  }

  /// Returns the consequence of a difference, and whether the log was recorded again.
  private func consequence(of report: ReplayReport) -> (text: String, isUpdated: Bool) {
    guard rerecording.includes(session) else { return (remedy(for: report), false) }
    let isNamed = rerecording == .named(session.name)
    let plan = UpdatePlan([report], named: isNamed ? [session.path] : [])
    var outcome = plan.reports[0].outcome
    if case .pending = outcome { outcome = replayer.update(path: session.path).outcome }
    guard case .updated = outcome else { return (written(outcome), false) }
    return (written(outcome), true)
  }

  private func remedy(for report: ReplayReport) -> String {
    let plan = UpdatePlan([report], named: [session.path])
    guard !plan.pending.isEmpty else { return Self.replacement }
    return """
        If the change is intended, run the test once with '\(Rerecording.variable)=1', which \
      updates the log.
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

  private static var recordingRemedy: String {
    "  If the change is intended, record the session again with the app."
  }

  private static var folderRemedy: String {
    "Record a session into the folder, or name another folder beside the file of the test."
  }
}

extension SessionCheck.Outcome {
  /// Adds the remarks that are new.
  fileprivate mutating func add(remarks: [String]) {
    for remark in remarks where !self.remarks.contains(remark) { self.remarks.append(remark) }
  }
}
