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

  /// The location of an issue that no code can be named for.
  ///
  /// XCTest writes the file as `<unknown>`. Swift Testing requires a module and positive numbers.
  package static let unknown = CodeLocation(
    fileID: "<unknown>/<unknown>", filePath: "<unknown>", line: 1, column: 1)

  package func report(_ issue: some CustomStringConvertible) {
    reportIssue(issue.description, at: self)
  }

  package func note(_ message: String) {
    reportIssue(message, at: self, severity: .note)
  }
}
