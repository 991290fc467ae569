package import CommandLineKit
import ComposableArchitecture
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

package struct InfoVerb: ShellVerb {
  package static let name = "info"
  package static let summary = "show the metadata of logs"
  package static let operand: VerbOperand<Self>? = .paths(
    "LOG…", .log, needs: "the LOG to describe", \.logs)
  package static let options: [VerbOption<Self>] = [
    .flag("quick", "read only the descriptions of blocks, not their contents", \.isQuick),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    The blocks of the log are read and their checksums verified, including the steps in
    the journal of FILE.partial. 'replay' verifies the steps themselves.

    With --json: {"logs": [{"path", "app", "appVersion", "build", "recorded",
    "formatVersion", "level", "steps", "gaps"?: [{"first", "last"}], "blocks",
    "bytes", "bytesPerStep"?, "isWhole", "damage"?, "reads", "redacted",
    "stateType", "actionType", "isCompatible", "incompatibility"?, "fit"?: {"grade",
    "changes"}, "initialState"?: {"path", "recorded", "current"}, "references"?: [TEXT…]}]}.
    """
  package static let exitCodes = [
    ExitMeaning.success, .usage, .newerFormat,
    ExitMeaning(Verdict.Kind.damaged.exitCode, means: "a log is damaged"),
  ]
  package static let examples = ["info s.reprise"]

  package var logs: [String] = []
  package var json = false
  package var isQuick = false

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    var summaries: [SessionSummary] = []
    var code: Int32 = 0
    let replayer = shell.replayer
    for path in logs {
      do throws(SessionReadError) {
        let summary = SessionSummary(
          try SessionReader(path: path), with: replayer, isQuick: isQuick)
        summaries.append(summary)
        if !summary.isWhole { code = max(code, Verdict.Kind.damaged.exitCode) }
      } catch {
        shell.printError(error.description.visible)
        code = max(code, ExitCode.of(error))
      }
    }
    if json {
      shell.console.output.line(JSONText.line(InfoResult(logs: summaries)))
    } else {
      let blocks = summaries.map { $0.lines(paint: style.paint).joined(separator: "\n") }
      if !blocks.isEmpty { shell.console.output.line(blocks.joined(separator: "\n\n")) }
    }
    return code
  }
}

private struct InfoResult: Encodable {
  let logs: [SessionSummary]
}
