import CommandLineKit
import SessionDocument
import SessionLog
import SessionReplay

extension ExitCode {
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

extension ExitMeaning {
  static let newerFormat = ExitMeaning(
    Verdict.Kind.incompatible.exitCode, means: "a log has a newer format")
}
