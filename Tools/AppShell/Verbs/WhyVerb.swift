import ComposableArchitecture
import SessionReplay
import SessionReports

/// Prints the chain of causes of a step, and the steps to which it led.
package struct WhyVerb: Verb {
  package static let name = "why"
  package static let summary = "show what caused a step, and what it led to"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(
      usage: "LOG N", kind: .log, needed: "a LOG and the number N of a step", isRepeated: true)
  ) { words, owner in
    owner.log = words[0]
    owner.words = Array(words.dropFirst())
  }
  package static let options: [VerbOption<Self>] = [
    .flag("all", "fold nothing, however many steps there are", \.isWhole),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    First come the steps that led to step N: the one that the user or the app sent, and
    those that effects sent, each with the step that started its effect ('←8'). Then
    comes step N behind '>', and below it, indented, what its effects sent and what
    followed from that. Logs of every level can be asked.

    With --json: {"step": STEP, "causes": [STEP], "ledTo": [STEP], "beginsBefore"?},
    where a STEP is {"number", "origin", "startedBy"?, "action"}. A chain that begins
    with a step which the log does not hold has its number in "beginsBefore".
    """
  package static let exitCodes = HistoryQuestion.exitCodes
  package static let examples = ["why s.reprise 3"]

  package var log = ""
  package var words: [String] = []
  package var isWhole = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    guard let word = words.first else {
      throw .missingOperand("the number N of a step", of: Self.name)
    }
    if words.count > 1 { throw .extraOperand(words[1], of: Self.name) }
    _ = try Self.step(word)
  }

  /// Reads the number of a step.
  static func step(_ word: String, from least: UInt64 = 1) throws(UsageError) -> UInt64 {
    guard word.utf8.allSatisfy({ (48...57).contains($0) }), let step = UInt64(word), step >= least
    else { throw .badValue(option: "N", value: word, expected: "the number of a step") }
    return step
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    HistoryQuestion.ask(shell) {
      let (reader, bar) = try HistoryQuestion.open(log, in: shell)
      defer { bar.remove() }
      let step = try Self.step(words.first ?? "")
      try reader.require(step: step)
      var report = CausesReport(
        try StepConsequences(reader, of: step), of: step, reader, isWhole: isWhole)
      bar.remove()
      let output = shell.console.output
      if json {
        output.line(try report.json())
      } else {
        for line in try report.lines(paint: style.paint) { output.line(line) }
      }
      try HistoryQuestion.requireWhole(reader)
      return 0
    }
  }
}
