import SessionLog
import SessionReplay

/// The exit codes that do not stand for a verdict.
enum ExitCode {
  /// The requested recording is incomplete.
  static let recordingFailed: Int32 = 1
  /// The command line, or a line of a script, is invalid.
  static let usage: Int32 = 2
  /// Some results of a sharded replay are missing.
  static let missingResults: Int32 = 6
  /// An internal error, or an error of the operating system.
  static let failure: Int32 = 70
  /// The code that makes `git bisect run` skip a commit.
  static let bisectSkip: Int32 = 125

  static func of(_ error: SessionReadError) -> Int32 {
    switch error {
    case .log(let error): of(error)
    case .badHeader, .badBlock, .lostSteps: Verdict.Kind.damaged.exitCode
    }
  }

  static func of(_ error: LogReaderError) -> Int32 {
    switch error {
    case .cannotOpen, .notARegularFile: usage
    case .newerFormat: Verdict.Kind.incompatible.exitCode
    default: Verdict.Kind.damaged.exitCode
    }
  }
}

package struct ExitMeaning: Equatable, Sendable {
  let codes: [Int32]
  let text: String

  init(_ codes: Int32..., means text: String) {
    self.codes = codes
    self.text = text
  }

  static let success = ExitMeaning(0, means: "success")
  static let usage = ExitMeaning(ExitCode.usage, means: "invalid command line")
  static let newerFormat = ExitMeaning(
    Verdict.Kind.incompatible.exitCode, means: "a log has a newer format")

  /// The codes as a list: `129, 130, 143`.
  var list: String { codes.map(String.init).joined(separator: ", ") }
}
