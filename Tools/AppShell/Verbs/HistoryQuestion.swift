import Platform
import RecordedValues
import CommandLineKit
import ComposableArchitecture
import SessionLog
import SessionDocument
import SessionReplay
import SessionReports

enum HistoryQuestion {
  /// Reports the error if there is no answer, or if the log is damaged after its last intact step.
  @MainActor
  static func ask<App: ShellApp>(
    _ shell: Shell<App>, _ answer: () throws -> Int32
  ) -> Int32 {
    do {
      return try answer()
    } catch {
      shell.console.output.flush()
      shell.printError("\(error)".visible)
      return code(of: error)
    }
  }

  /// Opens a log. A terminal shows the progress of reading, unless results are printed there in the
  /// meantime.
  @MainActor
  static func open<App: ShellApp>(
    _ path: String, in shell: Shell<App>, printingMeanwhile isPrinting: Bool = false
  ) throws(SessionReadError) -> (reader: SessionReader, bar: ProgressBar) {
    var reader = try shell.session(at: path)
    let environment = shell.environment
    let bar = ProgressBar(
      total: Int(clamping: reader.log.lastStep), unit: "steps",
      isShown: environment.isErrorTerminal && !(isPrinting && environment.isOutputTerminal),
      shell.console.errors)
    reader.watch = { bar.advance(Int(clamping: $0)) }
    return (reader, bar)
  }

  private static func code(of error: any Error) -> Int32 {
    switch error {
    case let error as SessionReadError: ExitCode.of(error)
    case is SessionDifferenceError: Verdict.Kind.incompatible.exitCode
    case is HistoryError, is ValuePathError, is ActionNameError, is UsageError: ExitCode.usage
    default: ExitCode.failure
    }
  }

  /// Throws an error if a log is damaged. Called after its intact steps have been shown.
  static func requireWhole(_ reader: SessionReader) throws(SessionReadError) {
    guard case .damaged(let damage) = reader.log.state else { return }
    throw .log(.damaged(path: reader.log.path, damage: damage))
  }

  static let exitCodes = [
    ExitMeaning.success, .usage, .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "a log is damaged; its intact steps were used"),
  ]
}
