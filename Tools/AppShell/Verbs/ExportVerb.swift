package import CommandLineKit
import ComposableArchitecture
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

/// Writes a log as JSON Lines. Needs no code of the app.
package struct ExportVerb: ShellVerb {
  package static let name = "export"
  package static let summary = "write a log as JSON Lines, one line per step"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to export", \.log)
  package static let options: [VerbOption<Self>] = [
    .path(
      "output", short: "o", takes: "FILE", "write to FILE instead of standard output", \.output),
    .flag("force", "replace an existing file", \.force),
    .flag("json", "with -o, print one JSON object about the file", \.json),
  ]
  package static let details = """
    The first line is the header, with the types of the app. The states that the log
    contains follow, and a line for each step: its action, its changes, the effect that it
    returned, and what it read. The calls of effects are lines between the steps. 'import'
    creates a log from them without loss. Documentation/Reference/Exporting.md describes
    the format. FILE '-' is standard output.

    With --json: {"path", "steps", "bytes"}.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(ExitCode.usage, means: "invalid command line, or FILE exists"),
    .newerFormat,
    ExitMeaning(
      Verdict.Kind.damaged.exitCode,
      means: "the log is damaged; its intact steps are printed, but no FILE is written"),
    ExitMeaning(ExitCode.failure, means: "writing failed"),
  ]
  package static let examples = ["export s.reprise -o s.jsonl"]

  package var log = ""
  /// The file to write; `nil` or `-` for standard output.
  package var output: String?
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if json, output == nil || output == "-" { throw .missingOption("-o FILE", of: "--json") }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let file = output == "-" ? nil : output
    if let file, let code = shell.refusal(toReplace: file, force: force) { return code }
    do throws(SessionReadError) {
      let reader = try shell.session(at: log)
      guard let file else {
        try print(reader, shell)
        try reader.checkWhole()
        return 0
      }
      return try write(reader, to: file, shell)
    } catch {
      shell.console.output.flush()
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    }
  }

  @MainActor
  private func print<App>(
    _ reader: SessionReader, _ shell: Shell<App>
  ) throws(SessionReadError) {
    let bar = bar(
      reader, shell, isShown: !shell.environment.isOutputTerminal)
    defer { bar.remove() }
    var export = try SessionExport(reader)
    while shell.console.output.health == .open, let line = try export.nextLine() {
      shell.console.output.text(String(decoding: line, as: UTF8.self))
      bar.advance(export.number)
    }
  }

  @MainActor
  private func write<App>(
    _ reader: SessionReader, to file: String, _ shell: Shell<App>
  ) throws(SessionReadError) -> Int32 {
    var fault: SessionReadError?
    var bytes = 0
    do throws(SystemFailure) {
      try FileBytes.replace(file, through: FileBytes.temporary(for: file)) {
        (write) throws(SystemFailure) in
        do {
          try reader.checkWhole()
          let bar = bar(reader, shell, isShown: true)
          defer { bar.remove() }
          var export = try SessionExport(reader)
          var buffer: [UInt8] = []
          while let line = try export.nextLine() {
            buffer += line
            bytes += line.count
            bar.advance(export.number)
            guard buffer.count >= 256 << 10 else { continue }
            try write(buffer)
            buffer = []
          }
          try write(buffer)
        } catch let error as SessionReadError {
          fault = error
          // Any error makes `replace` remove the temporary file.
          throw SystemFailure(code: 0)
        } catch let error as SystemFailure {
          throw error
        } catch {
          preconditionFailure("exporting throws its own errors only, not \(error)")
        }
      }
    } catch {
      if let fault { throw fault }
      shell.printError("cannot write '\(file.visible)': \(error). Give another path with -o.")
      return ExitCode.failure
    }
    printSummary(reader.log.stepCount, bytes, file, shell)
    return 0
  }

  @MainActor
  private func printSummary<App>(_ steps: UInt64, _ bytes: Int, _ file: String, _ shell: Shell<App>)
  {
    if json {
      shell.console.output.line(
        JSONText.line(WrittenFile(path: file, steps: steps, bytes: UInt64(bytes))))
    } else {
      shell.console.output.line(
        "exported \(steps.counted("step")) to \(file.visible) (\(bytes) bytes)")
    }
  }

  @MainActor
  private func bar<App>(
    _ reader: SessionReader, _ shell: Shell<App>, isShown: Bool
  ) -> ProgressBar {
    ProgressBar(
      total: Int(clamping: reader.log.lastStep), unit: "steps",
      isShown: isShown && shell.environment.isErrorTerminal, shell.console.errors)
  }
}

/// The object that `export`, `import` and `generate-test` print with `--json`.
struct WrittenFile: Encodable {
  let path: String
  let steps: UInt64
  let bytes: UInt64
}

extension SessionReader {
  fileprivate func checkWhole() throws(SessionReadError) {
    guard case .damaged(let damage) = log.state else { return }
    throw .log(.damaged(path: log.path, damage: damage))
  }
}
