import SessionLog
import SessionReplay

/// The exit codes that are no verdicts.
enum ExitCode {
  /// A recording that was asked for is not complete.
  static let recordingFailed: Int32 = 1
  /// The command line is wrong, or a line of a script.
  static let usage: Int32 = 2
  /// Results of a replay are missing.
  static let missingResults: Int32 = 6
  /// The fault is the program's, or the system's.
  static let failure: Int32 = 70
  /// What `git bisect run` takes as a sign to skip a commit.
  static let bisectSkip: Int32 = 125

  /// The code for a log that cannot be opened.
  static func of(_ error: SessionReadError) -> Int32 {
    switch error {
    case .log(let error): of(error)
    case .badHeader, .badBlock, .lostSteps: Verdict.Kind.damaged.exitCode
    }
  }

  /// The code for a log that cannot be read.
  static func of(_ error: LogReaderError) -> Int32 {
    switch error {
    case .cannotOpen, .notARegularFile: usage
    case .newerFormat: Verdict.Kind.incompatible.exitCode
    default: Verdict.Kind.damaged.exitCode
    }
  }
}

/// The meaning of one or several exit codes.
package struct ExitMeaning: Equatable, Sendable {
  let codes: [Int32]
  let text: String

  /// Describes exit codes.
  init(_ codes: Int32..., means text: String) {
    self.codes = codes
    self.text = text
  }

  /// The verb did what it was told.
  static let success = ExitMeaning(0, means: "success")
  /// The command line is wrong.
  static let usage = ExitMeaning(ExitCode.usage, means: "the command line is wrong")
  /// The log is newer than the program.
  static let newerFormat = ExitMeaning(
    Verdict.Kind.incompatible.exitCode, means: "a log is of a newer format")

  /// The codes, as `129, 130, 143`.
  var list: String { codes.map(String.init).joined(separator: ", ") }
}
