import Platform
import RecordedValues
import SessionDocument
import SessionMinimizing
import SessionReplay
import SessionReports

/// A report on the session that follows from edits, as text and as JSON.
struct EditReport {
  /// The maximum number of listed changes, and of listed issues.
  private static let maxLines = 20

  private let session: EditedSession
  private let isVerbose: Bool

  init(_ session: EditedSession, isVerbose: Bool) {
    (self.session, self.isVerbose) = (session, isVerbose)
  }

  /// The changes of the session and their consequences, and the verdict on its replay.
  func lines(comparedWith path: String, paint: Paint) -> [String] {
    changeLines + ReplayText(paint: paint, isVerbose: isVerbose).lines(for: session.report)
      + ["'diff \(path) \(session.path)' compares the sessions"]
  }

  var changeLines: [String] {
    var lines = listed(session.changes.map(line), "changes")
    if let step = session.differingStep {
      lines.append("this build differs from the recorded session from step \(step), edited or not")
    }
    if let end = session.end {
      let place = end.step.map { "step \($0)" } ?? "an additional step"
      lines.append("it ends before \(place): \(end.problem)")
    }
    if !session.supplied.isEmpty {
      let names = session.supplied.map { "'\($0)'" }.joined(separator: ", ")
      lines.append("the log lacks values of \(names): identities are new, others are repeated")
    }
    if !session.unknownWork.isEmpty {
      let numbers = session.unknownWork.map { "\($0)" }.joined(separator: ", ")
      lines.append("the log does not have what the effect of step \(numbers) does now")
    }
    if let lostCalls = session.lostCalls { lines.append("it has no calls: \(lostCalls)") }
    let issues = session.issues.sorted { $0.key < $1.key }
    return lines
      + listed(issues.map { "  step \($0.key) reports: \($0.value.firstLine)" }, "issues")
  }

  private func listed(_ lines: [String], _ noun: String) -> [String] {
    guard lines.count > Self.maxLines, !isVerbose else { return lines }
    let rest = lines.count - Self.maxLines
    return lines.prefix(Self.maxLines) + ["  … \(rest) more \(noun); --verbose lists all"]
  }

  private func line(_ change: EditedSession.Change) -> String {
    let number = (change.step.map { "\($0)" } ?? "").leftPadded(to: 5)
    let (old, new) = (change.old.map(shown), change.new.map(shown))
    let sender = change.sender.map { "the effect of step \($0)" } ?? "an additional effect"
    switch (old, new) {
    case (let old?, let new?):
      return "\(number) ~ \(new), instead of \(old)"
        + (change.isEdit ? "" : ": sent by \(sender)")
    case (nil, let new?): return "\(number) + \(new): sent by \(sender)"
    case (let old?, nil):
      let call = change.otherCall.map { ", which calls \($0)" } ?? ""
      return "\(number) - \(old)" + (change.isEdit ? "" : ": no longer sent by \(sender)\(call)")
    case (nil, nil): return number
    }
  }

  /// Actions in a line that is not verbose leave room for a second one.
  private func shown(_ action: String) -> String {
    isVerbose ? action : action.shortenedAction(to: 44)
  }

  var json: String { JSONText.line(Result(session)) }

  private struct Result: Encodable {
    struct Change: Encodable {
      let step: UInt64?
      let edited: Bool
      let sender: UInt64?
      let otherCall: String?
      let old: String?
      let new: String?
    }

    struct End: Encodable {
      let step: UInt64?
      let problem: String
    }

    struct Issue: Encodable {
      let step: UInt64
      let message: String
    }

    let path: String
    let verdict: String
    let steps: Int
    let recordedSteps: Int
    let changes: [Change]
    let end: End?
    let crash: String?
    let lostCalls: String?
    let issues: [Issue]
    let supplied: [String]
    let unknownWork: [UInt64]
    let differingStep: UInt64?

    init(_ session: EditedSession) {
      path = session.path
      verdict = session.report.verdict.name
      (steps, recordedSteps) = (session.steps, session.recordedSteps)
      changes = session.changes.map {
        Change(
          step: $0.step, edited: $0.isEdit, sender: $0.sender, otherCall: $0.otherCall,
          old: $0.old, new: $0.new)
      }
      end = session.end.map { End(step: $0.step, problem: $0.problem) }
      (crash, lostCalls, supplied) = (session.crash, session.lostCalls, session.supplied)
      (unknownWork, differingStep) = (session.unknownWork, session.differingStep)
      issues = session.issues.sorted { $0.key < $1.key }.map {
        Issue(step: $0.key, message: $0.value)
      }
    }
  }
}

extension String {
  fileprivate var firstLine: String { prefix { !$0.isNewline }.description }

  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
