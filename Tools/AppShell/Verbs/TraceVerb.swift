package import CommandLineKit
import ComposableArchitecture
import RecordedValues
import SessionDocument
import SessionReplay
import SessionReports

/// Prints the steps of a log that changed the values at some paths. Needs no code of the app.
package struct TraceVerb: ShellVerb {
  package static let name = "trace"
  package static let summary = "list the steps that changed a value"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(
      usage: "LOG PATH…", kind: .log, needed: "a LOG and the PATH of a value", isRepeated: true)
  ) { words, owner in
    owner.log = words[0]
    owner.paths = Array(words.dropFirst())
  }
  package static let options: [VerbOption<Self>] = [
    .flag("json", "print one JSON object", \.json)
  ]
  package static let details = """
    PATH is written as in the output of 'show': counter.count, favoritePrimes[2],
    shoppingList.products[id: …].name, counts["a"]. Quote it for the shell. Changes to a
    part of the value, and to a value that contains it, are listed, too.

    Each entry shows the step, the time since the start of the log, the step of the user
    or the app that started the chain of effects, and the old and the new value. In a log
    with calls, an action that an effect sent follows the call whose answer led to it.

    With --json: {"beginning": [{"path", "new"?}], "entries": [{"step", "milliseconds",
    "origin", "startedBy"?, "action", "cause"?, "causeAction"?, "call"?: CALL,
    "firstLost"?, "changes": [{"path", "old"?, "new"?}]}]}. A CALL is one of 'show
    --json', without elements; for an element of a stream it has "element" and
    "elementNumber".
    """
  package static let exitCodes = HistoryQuestion.exitCodes
  package static let examples = ["trace s.reprise counter.count"]

  package var log = ""
  package var paths: [String] = []
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    guard !paths.isEmpty else {
      throw .missingOperand("the PATH of a value, such as counter.count", of: Self.name)
    }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    HistoryQuestion.ask(shell) {
      let (reader, bar) = try HistoryQuestion.open(log, in: shell, printingMeanwhile: true)
      defer { bar.remove() }
      try reader.requireStates()
      let header = reader.header
      let paths = try paths.map { try ValuePath($0, into: header.state, in: header.schema) }
      var trace = try ValueTrace(reader, paths: paths)
      if let fault = try print(&trace, paths, reader, shell, style) { throw fault }
      try HistoryQuestion.requireWhole(reader)
      return 0
    }
  }

  /// Prints all entries. Returns the error of reading calls, if any.
  @MainActor
  private func print<App>(
    _ trace: inout ValueTrace, _ paths: [ValuePath], _ reader: SessionReader,
    _ shell: Shell<App>, _ style: OutputStyle
  ) throws(SessionReadError) -> SessionReadError? {
    let output = shell.console.output
    // A pipe gets lines in pieces; a terminal gets each line as soon as it is found.
    let pieceLength = shell.environment.isOutputTerminal ? 0 : 16 << 10
    var report = TraceReport(reader)
    if json {
      output.text("{\"beginning\":\(report.beginningJSON(of: trace, paths)),\"entries\":[")
    } else {
      for line in report.beginning(of: trace, paths) { output.line(line) }
    }
    // Intact steps form a valid object even if the log is damaged after them.
    defer { if json { output.line("]}") } }
    var separator = ""
    var text = ""
    // Printed even if reading the log fails.
    defer { output.text(text) }
    while output.health == .open, let entry = try trace.next() {
      if json {
        output.text(separator + (try report.json(of: entry)))
        separator = ","
      } else {
        try report.append(entry, paint: style.paint, to: &text)
        guard text.utf8.count >= pieceLength else { continue }
        output.text(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    if let step = trace.unfinished, !json {
      let headline = StepHeadline(header: reader.header).text(of: step, width: 5)
      text += "\(headline): the app ended while it was reducing this step\n"
    }
    return report.fault
  }
}
