import ReducerRuntime
import SharedState
import ValueDump

/// The dumps of an expected and an actual state, each with the shared values at its own time.
package struct StateDumps {
  private let expected: String
  private let actual: String

  /// Creates dumps of two states, using the shared values that an assertion compares.
  init<State>(_ expected: State, _ actual: State, in view: SharedView) {
    self.expected = String(customDumping: expected)
    self.actual = view.showingActual { String(customDumping: actual) }
  }

  var areEqual: Bool { expected == actual }

  var difference: String {
    let lines =
      diffLines(expected, actual, format: .proportional) ?? "(no visible difference)"
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
    return "\n\n\(indented)\n\n(Expected: −, Actual: +)"
  }
}
