package import CommandLineKit
import ComposableArchitecture
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

/// Creates a log from the JSON Lines that `export` writes. Needs no code of the app.
package struct ImportVerb: ShellVerb {
  package static let name = "import"
  package static let summary = "create a log from the output of 'export'"
  package static let operand: VerbOperand<Self>? = .path(
    "FILE", .file, needs: "the FILE of JSON Lines to import", \.file)
  package static let options: [VerbOption<Self>] = [
    .requiredPath("output", short: "o", takes: "LOG", "the log to write", \.output),
    .flag("force", "replace an existing log", \.force),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    Each line is checked against the types in the first line. The 'changes' of a step are
    applied to the state after the previous step and must fit it: 'old' and 'removed' are
    compared with it, and so is each whole state. 'name' and 'text' are for human readers
    and are ignored. FILE '-' is standard input.

    With --json: {"path", "steps", "bytes"}.
    """
  package static let exitCodes = [
    ExitMeaning.success,
    ExitMeaning(
      ExitCode.usage,
      means: "invalid command line, unreadable FILE, or the log cannot be created"),
    ExitMeaning(
      Verdict.Kind.incompatible.exitCode, means: "a newer version of the program wrote FILE"),
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "a line is invalid; no log is written"),
    ExitMeaning(ExitCode.failure, means: "reading or writing failed; no log is written"),
  ]
  package static let examples = ["import s.jsonl -o copy.reprise"]

  package var file = ""
  package var output = ""
  package var force = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if output == "-" {
      throw .badValue(
        option: "--output", value: output, expected: "the path of a file", nearest: nil)
    }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let source: LineSource
    do throws(SystemFailure) {
      source = try LineSource(path: file)
    } catch {
      shell.printError("cannot read '\(file.visible)': \(error). Give a file that 'export' wrote.")
      return ExitCode.usage
    }
    let bar = ProgressBar(
      total: (source.length ?? 0) >> 10, unit: "KiB",
      isShown: shell.environment.isErrorTerminal && source.length != nil, shell.console.errors)
    defer { bar.remove() }
    do {
      let summary = try log(of: source, bar)
      bar.remove()
      printSummary(summary, shell)
      return 0
    } catch let error as SessionImportError {
      bar.remove()
      let remedy = error.canBeForced && !force ? " Or replace it with --force." : ""
      shell.printError(
        "\(error.isOfLog ? "" : "'\(file.visible)': ")\(error.description.visible)\(remedy)")
      return error.exitCode
    } catch {
      bar.remove()
      shell.printError("cannot read all of '\(file.visible)': \(error)")
      return ExitCode.failure
    }
  }

  private func log(of source: LineSource, _ bar: ProgressBar) throws -> LogSummary {
    guard let header = try source.next() else { throw SessionImportError.empty }
    let log = try SessionImport(header: header, to: output, overwrite: force)
    do {
      var number = 1
      while let line = try source.next() {
        number += 1
        // Some editors leave an empty line at the end.
        if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { try log.add(line, number: number) }
        if number & 0xFF == 0 { bar.advance(source.position >> 10) }
      }
      return try log.finish()
    } catch {
      log.discard()
      throw error
    }
  }

  @MainActor
  private func printSummary<App>(_ summary: LogSummary, _ shell: Shell<App>) {
    if json {
      shell.console.output.line(
        JSONText.line(
          WrittenFile(path: summary.path, steps: summary.steps, bytes: summary.bytes)))
    } else {
      shell.console.output.line(
        "imported \(summary.steps.counted("step")) to \(summary.path.visible) "
          + "(\(summary.bytes) bytes)")
    }
  }
}

extension SessionImportError {
  fileprivate var exitCode: Int32 {
    switch self {
    case .empty, .notJSON, .badValue: Verdict.Kind.damaged.exitCode
    case .newer: Verdict.Kind.incompatible.exitCode
    case .writing(.stopped), .writing(.closed): ExitCode.failure
    case .writing: ExitCode.usage
    }
  }

  fileprivate var isOfLog: Bool {
    if case .writing = self { true } else { false }
  }

  fileprivate var canBeForced: Bool {
    if case .writing(let error) = self { error.canBeForced } else { false }
  }
}
