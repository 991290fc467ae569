import SharedState
import ValueDump

/// An expected and an actual state as texts, each with the shared values of its moment.
struct StateDumps {
  private let expected: String
  private let actual: String

  /// Dumps two states as an assertion sees their shared values.
  init<State>(_ expected: State, _ actual: State, in view: SharedView) {
    self.expected = String(customDumping: expected)
    self.actual = view.showingActual { String(customDumping: actual) }
  }

  /// The lines in which they differ, as a failure shows them.
  var difference: String {
    let lines =
      diffLines(expected, actual, format: .proportional) ?? "(no difference to be seen)"
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
    return "\n\n\(indented)\n\n(Expected: −, Actual: +)"
  }
}
