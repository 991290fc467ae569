/// The exit codes that do not stand for a verdict.
package enum ExitCode {
  /// The requested recording is incomplete.
  package static let recordingFailed: Int32 = 1
  /// The command line, or a line of a script, is invalid.
  package static let usage: Int32 = 2
  /// Some results of a sharded replay are missing.
  package static let missingResults: Int32 = 6
  /// An internal error, or an error of the operating system.
  package static let failure: Int32 = 70
  /// The code that makes `git bisect run` skip a commit.
  package static let bisectSkip: Int32 = 125
}

/// The meaning of one or several exit codes.
package struct ExitMeaning: Equatable, Sendable {
  let codes: [Int32]
  let text: String

  package init(_ codes: Int32..., means text: String) {
    self.codes = codes
    self.text = text
  }

  package static let success = ExitMeaning(0, means: "success")
  package static let usage = ExitMeaning(ExitCode.usage, means: "invalid command line")

  /// The codes as a list: `129, 130, 143`.
  var list: String { codes.map(String.init).joined(separator: ", ") }
}
