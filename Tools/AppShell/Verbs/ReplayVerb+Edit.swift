import CommandLineKit
import ComposableArchitecture
import Platform
import SessionDocument
import SessionLog
import SessionMinimizing
import SessionReplay
import SessionReports

extension ReplayVerb {
  static let editOptions = group(
    "Other actions",
    [
      .list(
        "edit", takes: "N=ACTION", "replace the action of step N, and write what follows",
        \.edits),
      .list("skip", takes: "N", "leave out step N, and write what follows", \.skips),
      .path(
        "output", short: "o", takes: "FILE", "with --edit or --skip: the log to write", \.output),
      .flag("force", "with --output: replace an existing log", \.force),
    ])

  var isEdit: Bool { !edits.isEmpty || !skips.isEmpty }

  func validateEdits() throws(UsageError) {
    guard isEdit else {
      if output != nil { throw .missingOption("--edit or --skip", of: "replay --output") }
      if force { throw .missingOption("--output", of: "replay --force") }
      return
    }
    if output == nil { throw .missingOption("--output FILE", of: "replay --edit") }
    let others: [(String, Bool)] = [
      ("--update", update), ("--tail", tail), ("--watch", watches), ("--keep-going", keepsGoing),
      ("--results", results != nil), ("--cache", cache != nil), ("--junit", junit != nil),
      ("--filter", filter != nil), ("--shard", shard != nil), ("--files-from", filesFrom != nil),
    ]
    if let (other, _) = others.first(where: \.1) { throw .conflict("--edit", other) }
    if paths.count > 1 { throw .extraOperand(paths[1], of: "replay --edit") }
    for text in skips { _ = try WhyVerb.step(text, from: 1) }
    for text in edits { _ = try Self.edit(text) }
  }

  /// Splits the value of `--edit` into the number of the step and the text of the action.
  private static func edit(_ text: String) throws(UsageError) -> (step: UInt64, action: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let step = UInt64(parts[0]), step > 0,
      !parts[1].allSatisfy(\.isWhitespace)
    else {
      throw .badValue(
        option: "--edit", value: text,
        expected: "the number of a step, '=' and an action, such as '3=counter.plusTapped'")
    }
    return (step, String(parts[1]))
  }

  @MainActor
  func edit<App: ShellApp>(in shell: Shell<App>, _ style: OutputStyle) async -> Int32 {
    let output = output ?? ""
    if let code = shell.refusal(toReplace: output, force: force) { return code }
    do {
      let replacements = try edits.map { text in
        let (step, action) = try Self.edit(text)
        return LogEdits.Edit(step: step, action: action)
      }
      let omissions = skips.compactMap { UInt64($0) }.map { LogEdits.Edit(step: $0, action: nil) }
      var edits = LogEdits(of: paths[0], replacements + omissions)
      (edits.timeout, edits.memory, edits.overwrites) = (timeout, memory, force)
      let session = try await edits.write(to: output, in: shell)
      let report = EditReport(session, isVerbose: isVerbose)
      if json {
        shell.console.output.line(report.json)
      } else {
        for line in report.lines(comparedWith: paths[0], paint: style.paint) {
          shell.console.output.line(line.visible)
        }
      }
      return session.report.verdict.kind.exitCode
    } catch {
      shell.printError("\(error)".visible)
      return switch error {
      case let error as SessionReadError: ExitCode.of(error)
      case let error as MinimizerError: error.exitCode
      default: ExitCode.usage
      }
    }
  }
}
