import CommandLineKit
import ComposableArchitecture
import Platform
import RecordCoding
import ReplayCorpus
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
    let sessionEdits: [SessionEdit]
    do {
      sessionEdits = try self.sessionEdits(of: try shell.session(at: paths[0]), App.self)
    } catch let error as SessionReadError {
      shell.printError(error.description.visible)
      return ExitCode.of(error)
    } catch {
      shell.printError("\(error)".visible)
      return ExitCode.usage
    }
    var editor = SessionEditor(shell.replayer)
    editor.workers = shell.environment.worker.map {
      WorkerSettings($0, timeout: timeout, memory: memory)
    }
    editor.overwrites = force
    do throws(MinimizerError) {
      let session = try await editor.edit(path: paths[0], sessionEdits, to: output)
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
      shell.printError(error.description.visible)
      return error.exitCode
    }
  }

  /// Parses the edits. A row is found in the state before the step.
  private func sessionEdits<App: ShellApp>(
    of reader: SessionReader, _ app: App.Type
  ) throws -> [SessionEdit] {
    let actions = ActionReader<App.Feature.Action>(state: App.Feature.State.self)
    var result = skips.compactMap { UInt64($0) }.map { SessionEdit(step: $0, action: nil) }
    for text in edits {
      let (step, line) = try Self.edit(text)
      let action = try actions.action(
        line, state: try? SessionEntries(reader, after: step - 1, comparing: .none).state)
      result.append(SessionEdit(step: step, action: actions.bytes(of: action)))
    }
    let steps = result.map(\.step)
    if let twice = steps.first(where: { step in steps.count { $0 == step } > 1 }) {
      throw EditError.twice(twice)
    }
    return result
  }
}

private enum EditError: Error, CustomStringConvertible {
  case twice(UInt64)

  var description: String {
    switch self {
    case .twice(let step): "step \(step) is edited or left out twice; give one of the options"
    }
  }
}
