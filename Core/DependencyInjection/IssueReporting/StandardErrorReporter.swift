import Foundation

/// Reports issues as warnings and notes on standard error, in the form that compilers use.
package enum StandardErrorReporter {
  /// Writes a line for an issue.
  package static func report(_ issue: ReportedIssue) {
    // Whether standard error can be written to is beyond our power, and no reason to crash.
    try? FileHandle.standardError.write(contentsOf: Data(line(for: issue).utf8))
  }

  /// The line that is written for an issue.
  package static func line(for issue: ReportedIssue) -> String {
    let kind = issue.severity == .note ? "note" : "warning"
    guard let location = issue.location else { return "\(kind): \(issue.message)\n" }
    return "\(location.fileID):\(location.line): \(kind): \(issue.message)\n"
  }
}
