package import CommandLineKit
import ComposableArchitecture
import SessionDocument
import SessionReports

/// Prints the chain of causes of a step, and the steps that it caused.
package struct WhyVerb: ShellVerb {
  package static let name = "why"
  package static let summary = "show the causes and consequences of a step"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(
      usage: "LOG N", kind: .log, needed: "a LOG and the number N of a step", isRepeated: true)
  ) { words, owner in
    owner.log = words[0]
    owner.words = Array(words.dropFirst())
  }
  package static let options: [VerbOption<Self>] = [
    .flag("all", "show all steps", \.isWhole),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    The output begins with the steps that led to step N: the one that the user or the app
    sent, and those that effects sent, each with the step that started its effect ('←8').
    Step N follows, marked with '>', and below it, indented, the steps that its effects
    sent, and their consequences. Logs of every level have this information.

    In a log with calls, a step that an effect sent follows the calls whose answers led to
    it ('↳'): those that the effect got after its previous action.

    With --json: {"step": STEP, "causes": [STEP], "ledTo": [STEP], "beginsBefore"?}, where
    a STEP is {"number", "origin", "startedBy"?, "action", "calls"?: [CALL]}, and a CALL
    as in 'trace --json'. If a chain begins with a step that the log does not contain,
    "beginsBefore" is its number.
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

  static func step(_ word: String, from minimum: UInt64 = 1) throws(UsageError) -> UInt64 {
    guard word.utf8.allSatisfy({ (48...57).contains($0) }), let step = UInt64(word), step >= minimum
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
      if let fault = report.fault { throw fault }
      try HistoryQuestion.requireWhole(reader)
      return 0
    }
  }
}
