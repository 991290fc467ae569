/// A location in source code, to which issues are attributed.
@usableFromInline
package struct CodeLocation: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The location of an issue that no code can be named for, as XCTest writes it.
  package static let unknown = CodeLocation(
    fileID: "<unknown>", filePath: "<unknown>", line: 0, column: 0)

  package func report(_ issue: some CustomStringConvertible) {
    reportIssue(issue.description, at: self)
  }

  package func note(_ message: String) {
    IssueReports.report(ReportedIssue(message: message, location: self, severity: .note))
  }
}
