import ActionText
import Foundation
import RecordCoding
import SessionLog

extension SessionReplayer {
  /// The report of a log in which the app ended; it needs no code of the app.
  static func report(path: String, _ end: WorkerEnd) -> ReplayReport {
    var crash = Crash(
      step: end.step, cause: end.cause, message: end.messages.fatal, lastLine: end.messages.last,
      frames: end.frames)
    var report = ReplayReport(path: path, verdict: .crashed(crash))
    report.microseconds = end.microseconds
    // A log that is written anew by an app that ends is never finished.
    if end.wasWriting { unlink((path + ".partial").pathBytes) }
    guard let reader = try? SessionReader(path: path) else { return report }
    report.describe(reader)
    guard end.step > 0, var cursor = try? SessionCursor(reader, at: end.step - 1) else {
      return report
    }
    report.verifiedSteps = end.step - 1 - min(reader.log.lostSteps(before: end.step), end.step - 1)
    if let step = try? cursor.next(), step.number == end.step {
      let header = reader.header
      crash.action = ActionText(schema: header.schema, type: header.action).text(of: step.action)
      crash.isAsRecorded = step.isUnfinished
      report.verdict = .crashed(crash)
    }
    report.describe(StepContext(around: end.step, in: reader))
    return report
  }
}
