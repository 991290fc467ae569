package import CommandLineKit
import ComposableArchitecture
import SessionLog
import SessionDocument
import SessionReplay
import SessionReports

package struct DiffVerb: ShellVerb {
  package static let name = "diff"
  package static let summary = "compare two logs, or two states"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(
      usage: "A [B] [M]", kind: .log, needed: "the LOGs to compare", isRepeated: true)
  ) { words, owner in owner.words = words }
  package static let options: [VerbOption<Self>] = [
    .number(
      "state", takes: "N", in: 0...UInt64.max,
      "compare the states after step N of A and after step M of B, or of A", \.state),
    .flag("all", "show all differences", \.isWhole),
    .flag("json", "print one JSON object", \.json),
  ]
  package static let details = """
    The actions of the logs are aligned: '-' marks those that only A has, and '+' those
    that only B has, after the two actions before them. Of the common actions before the
    first such place, the first that changed the state differently or returned a different
    effect is shown with the differences. The differences between the final states follow.

    'diff A B --state N M' compares the state after step N of A with the one after step M
    of B, and 'diff A --state N M' compares two states of A; 0 is the initial state.

    With --json: {"same", "beginning": [CHANGE], "commonActions", "hunks": [{"first":
    [{"step", "action"}], "second"}], "outcome"?: {"first", "second", "otherEffect",
    "changes"}, "end": [CHANGE], "comparesStates"}, or of states {"same", "changes":
    [CHANGE]}, where a CHANGE is {"path", "old"?, "new"?}.
    """
  package static let exitCodes = [
    ExitMeaning(0, means: "no differences"),
    ExitMeaning(1, means: "there are differences"),
    .usage,
    ExitMeaning(
      Verdict.Kind.incompatible.exitCode,
      means: "the logs have different apps or types, or a newer format"),
    ExitMeaning(
      Verdict.Kind.damaged.exitCode, means: "a log is damaged; its intact steps were used"),
  ]
  package static let examples = ["diff s.reprise --state 3 7"]

  package var words: [String] = []
  package var state: UInt64?
  package var isWhole = false
  package var json = false

  package init() {}

  package func validate() throws(UsageError) {
    if state != nil {
      guard let last = words.last, words.count > 1 else {
        throw .missingValue(option: "--state", value: "N M")
      }
      _ = try WhyVerb.step(last, from: 0)
      if words.count > 3 { throw .extraOperand(words[2], of: Self.name) }
    } else {
      guard words.count > 1 else { throw .missingOperand("a second LOG", of: Self.name) }
      if words.count > 2 { throw .extraOperand(words[2], of: Self.name) }
    }
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    HistoryQuestion.ask(shell) {
      let (first, bar) = try HistoryQuestion.open(words[0], in: shell)
      defer { bar.remove() }
      let hasSecond = state == nil || words.count == 3
      let second = hasSecond ? try shell.session(at: words[1]) : first
      try first.requireComparable(to: second)
      let code =
        try state.map { try compareStates(first, $0, second, shell) }
        ?? compare(first, second, bar, shell, style)
      try HistoryQuestion.requireWhole(first)
      try HistoryQuestion.requireWhole(second)
      return code
    }
  }

  @MainActor
  private func compareStates<App>(
    _ first: SessionReader, _ step: UInt64, _ second: SessionReader, _ shell: Shell<App>
  ) throws -> Int32 {
    let other = try WhyVerb.step(words.last ?? "", from: 0)
    for (reader, step) in [(first, step), (second, other)] {
      try reader.requireState(after: step)
    }
    let changes = try SessionDifference.changes(first, at: step, second, at: other)
    let schema = first.header.schema
    if json {
      shell.console.output.line(StateDifferenceReport.json(changes, in: schema))
    } else {
      for line in StateDifferenceReport.lines(changes, in: schema) {
        shell.console.output.line(line)
      }
    }
    return changes.isEmpty ? 0 : 1
  }

  @MainActor
  private func compare<App>(
    _ first: SessionReader, _ second: SessionReader, _ bar: ProgressBar, _ shell: Shell<App>,
    _ style: OutputStyle
  ) throws -> Int32 {
    let difference = try SessionDifference(first, second)
    bar.remove()
    var report = DifferenceReport(difference, first, second, isWhole: isWhole)
    if json {
      shell.console.output.line(try report.json())
    } else if !difference.isSame {
      for line in try report.lines(paint: style.paint) { shell.console.output.line(line) }
    }
    return difference.isSame ? 0 : 1
  }
}
