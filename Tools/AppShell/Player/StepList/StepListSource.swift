package import TerminalUI

/// The steps of a session as a list shows them, in the order of their numbers.
///
/// A step is named by its place from 0: some numbers may be of no step, since steps are lost or the
/// session began before the list does.
package protocol StepListSource {
  /// The number of steps.
  var count: Int { get }
  /// For how many of the steps, from the first on, the sender is known.
  var indexedCount: Int { get }
  /// The number of the step at a place.
  func number(at place: Int) -> UInt64
  /// The place of the step whose effect sent the action of another; `nil` if the user sent it, or if
  /// that step is not in the list.
  func sender(of place: Int) -> Int?
  /// What is shown of a step; `nil` while it is not read.
  func row(at place: Int) -> StepListRow?
  /// The text of a step in which a filter looks: its action, changed paths and values.
  func searchedText(at place: Int) -> String
}

extension StepListSource {
  /// All: a source that is in memory knows every sender.
  package var indexedCount: Int { count }

  /// What is shown of it.
  package func searchedText(at place: Int) -> String {
    row(at: place).map { "\($0.action)\n\($0.changes)" } ?? ""
  }
}

/// What a list shows of a step beside its number.
package struct StepListRow: Hashable, Sendable {
  /// Where the action came from: `·`, `←8`, or `~` for what is no action.
  package var origin: String
  /// The action.
  package var action: String
  /// What it changed, on one line.
  package var changes: String
  /// What the step is marked with, such as `●` for a breakpoint; one column wide.
  package var flag = ""
  /// The colour of the flag and the action.
  package var color = TextColor.plain

  /// Creates a row.
  package init(
    origin: String = "·", action: String, changes: String = "", flag: String = "",
    color: TextColor = .plain
  ) {
    self.origin = origin
    self.action = action
    self.changes = changes
    self.flag = flag
    self.color = color
  }
}
