import Platform
import RecordedValues
import RecordCoding
import SchemaEvolution
import SessionLog
import SessionDocument
import SessionReplay

/// A cause of failure, equal for all logs that fail for the same reason.
package struct FailureCause: Hashable, Sendable {
  package let verdict: String
  /// The cases of the action without their values, such as `shoppingList.products.updateName`;
  /// empty if no single step is to blame.
  package let action: String
  /// The field, effect, dependency or message at fault, without values that differ between logs.
  package let subject: String

  package var description: String {
    verdict + (action.isEmpty ? "" : " in \(action.visible)")
      + (subject.isEmpty ? "" : ": \(subject.visible)")
  }

  private init(_ verdict: String, action: String = "", subject: String) {
    self.verdict = verdict
    self.action = action
    self.subject = subject
  }
}

extension FailureCause {
  /// Creates the cause of a report. Returns `nil` for a match without remarks.
  init?(_ report: ReplayReport) {
    switch report.verdict {
    case .match:
      guard let note = Self.note(about: report) else { return nil }
      self.init("match", subject: note)
    case .diverged(let divergence):
      self.init(divergence)
    case .crashed(let crash):
      self.init(
        crash.isAsRecorded ? "crashes as recorded" : "crashed", action: crash.action.caseNames,
        subject: crash.subject)
    case .incompatible(let log):
      self.init("incompatible", subject: log.reason.blame.withoutPath(report.path).withoutValues)
    case .damaged(let log):
      self.init("damaged", subject: Self.reason(of: log.error, path: report.path))
    case .failed(let message):
      self.init("internal error", subject: message.withoutPath(report.path).withoutValues)
    }
  }

  init(_ divergence: Divergence) {
    // If only some states are recorded, any action since the last one may be at fault.
    let isOneStep = divergence.since + 1 >= divergence.step
    let subject =
      switch divergence.kind {
      case _ where divergence.unrecorded?.isCertain == true, .unrecorded:
        divergence.unrecorded?.blame ?? ""
      case .state(let state): state.path.withoutValues
      case .effect(let expected, let actual):
        "expected \(expected.withoutValues), actual \(actual.withoutValues)"
      case .sender(_, let effect): "the sender's effect is \(effect.withoutValues)"
      case .call(let call) where call.difference != nil:
        call.difference?.path.withoutValues ?? ""
      case .call(let call):
        "expected \(call.expected.withoutValues), actual \(call.actual.withoutValues)"
      case .dependency(let problem): problem.withoutValues
      case .unanswered(let name): "'\(name)' was not yet recorded"
      }
    self.init(
      divergence.name, action: isOneStep ? divergence.action.caseNames : "", subject: subject)
  }

  private static func note(about report: ReplayReport) -> String? {
    var notes: [String] = []
    if let fit = report.fit, fit.grade == .risky { notes += fit.blame }
    if report.lostSteps > 0 { notes.append("steps were lost") }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  private static func reason(of error: SessionReadError, path: String) -> String {
    if case .log(.damaged(_, let damage)) = error { return "\(damage.cause)".withoutValues }
    return error.description.withoutPath(path).withoutValues
  }
}
