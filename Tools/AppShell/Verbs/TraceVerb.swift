import ComposableArchitecture
import RecordSchema
import SessionReplay
import SessionReports

/// Prints the steps of a log that changed what is at some paths. It needs no code of the app.
package struct TraceVerb: Verb {
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
    A PATH is written as 'show' prints it: counter.count, favoritePrimes[2],
    shoppingList.products[id: …].name, counts["a"]. Quote it for the shell. A change of
    a part of the value counts, and so does one of a whole that holds it.

    Each entry is the step, the time since the log began, the step of the user or of
    the app with which the chain of effects began, and the old and the new value.

    With --json: {"beginning": [{"path", "new"?}], "entries": [{"step", "milliseconds",
    "origin", "startedBy"?, "action", "cause"?, "causeAction"?, "firstLost"?,
    "changes": [{"path", "old"?, "new"?}]}]}.
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
      try print(&trace, paths, reader, shell, style)
      try HistoryQuestion.requireWhole(reader)
      return 0
    }
  }

  @MainActor
  private func print<App>(
    _ trace: inout ValueTrace, _ paths: [ValuePath], _ reader: SessionReader,
    _ shell: Shell<App>, _ style: OutputStyle
  ) throws(SessionReadError) {
    let output = shell.console.output
    // Lines are printed many at a time, but to a person as they are found.
    let pieceLength = shell.environment.isOutputTerminal ? 0 : 16 << 10
    var report = TraceReport(reader)
    if json {
      output.text("{\"beginning\":\(report.beginningJSON(of: trace, paths)),\"entries\":[")
    } else {
      for line in report.beginning(of: trace, paths) { output.line(line) }
    }
    // What is whole is an object of its own also if the log is damaged behind it.
    defer { if json { output.line("]}") } }
    var separator = ""
    var text = ""
    // Also if the log cannot be read on.
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
  }
}
