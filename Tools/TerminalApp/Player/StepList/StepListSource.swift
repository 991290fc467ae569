package import TerminalUI

/// A source of steps for a list, in the order of their numbers.
///
/// A step is identified by its position, an index from 0. Step numbers may have gaps, and don't
/// begin at 1 if the list begins after the session.
package protocol StepListSource {
  var count: Int { get }
  /// The number of steps, counted from the first, whose sender is known.
  var indexedCount: Int { get }
  func number(at position: Int) -> UInt64
  /// Returns the position of the step whose effect sent the action, if it is in the list.
  func sender(of position: Int) -> Int?
  /// Returns the row of a step, or `nil` if it has not been read.
  func row(at position: Int) -> StepListRow?
  /// Returns the text that a filter searches: the action, the changed paths and the values.
  func searchedText(at position: Int) -> String
  /// Whether calls of effects are known. Keys fold and unfold known calls.
  var hasCalls: Bool { get }
  /// The number of calls that effects of a step made, as far as they have been read.
  func callCount(at position: Int) -> Int
  /// Returns a call of a step on one line.
  func callText(_ call: Int, at position: Int) -> String
  /// Returns the text of the calls of a step that a filter searches.
  func searchedCalls(at position: Int) -> String
}

extension StepListSource {
  /// Returns `count`, because a source in memory knows every sender.
  package var indexedCount: Int { count }

  package var hasCalls: Bool { false }

  package func callCount(at position: Int) -> Int { 0 }

  package func callText(_ call: Int, at position: Int) -> String { "" }

  package func searchedCalls(at position: Int) -> String { "" }

  package func searchedText(at position: Int) -> String {
    row(at: position).map { "\($0.action)\n\($0.changes)" } ?? ""
  }
}

package struct StepListRow: Hashable, Sendable {
  /// The origin: `·` for the user, `←8` for an effect of step 8, `~` for a step without an action.
  package var origin: String
  package var action: String
  package var changes: String
  /// A mark, one column wide, such as `●` for a breakpoint.
  package var flag = ""
  package var color = TextColor.plain

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
