import SessionLog
import SessionReplay

/// The exit codes that are no verdicts.
enum ExitCode {
  /// A recording that was asked for is not complete.
  static let recordingFailed: Int32 = 1
  /// The command line is wrong, or a line of a script.
  static let usage: Int32 = 2
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
