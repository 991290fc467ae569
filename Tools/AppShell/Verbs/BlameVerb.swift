package import CommandLineKit
import ComposableArchitecture
import SessionDocument
import SessionReports

package struct BlameVerb: ShellVerb {
  package static let name = "blame"
  package static let summary = "show a state with the step that last wrote each value"
  package static let operand: VerbOperand<Self>? = .path(
    "LOG", .log, needs: "the LOG to inspect", \.log)
  package static let options: [VerbOption<Self>] = [
    .number(
      "at", takes: "N", in: 0...UInt64.max, "show the state after step N (default: the last step)",
      \.at),
    .flag("all", "show all elements of long collections", \.isWhole),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    Each value is followed by the number of the step that last wrote it, and its action;
    'initial' means that it has not been written since the start of the log. The first
    line of a collection shows the step that last added, removed or moved an element; a
    row that moved keeps the steps that wrote its values. The members of a set count as a
    single value. More than five elements written by the same step are folded.

    With --json: {"step", "values": [{"path", "value", "step"?, "action"?}]}, without a
    step for initial values. Folded elements are omitted; --all includes them.
    """
  package static let exitCodes = HistoryQuestion.exitCodes
  package static let examples = ["blame s.reprise --at 7"]

  package var log = ""
  package var at: UInt64?
  package var isWhole = false
  package var json = false

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    HistoryQuestion.ask(shell) {
      let (reader, bar) = try HistoryQuestion.open(log, in: shell)
      defer { bar.remove() }
      if let at { try reader.requireState(after: at) } else { try reader.requireStates() }
      let blame = try StateBlame(reader, at: at)
      bar.remove()
      let report = try BlameReport(blame, reader, isWhole: isWhole)
      let output = shell.console.output
      if json {
        output.line(report.json)
      } else {
        for line in report.text(paint: style.paint) { output.line(line) }
      }
      try HistoryQuestion.requireWhole(reader)
      return 0
    }
  }
}
