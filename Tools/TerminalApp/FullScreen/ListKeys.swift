import TerminalUI

// The keys that lists have in common: the tabs of an app, the steps beside them, and the player.

extension Key {
  /// The number of rows that the key moves down in a list; `nil` if it does not move.
  func rows(page: Int, count: Int = 1) -> Int? {
    // More rows than any list has.
    let far = 1 << 40
    return switch self {
    case .up, "k": -count
    case .down, "j": count
    case .pageUp, .control("b"), .control("u"): -page
    case .pageDown, .control("f"): page
    case .home, "g": -far
    case .end, "G": far
    default: nil
    }
  }
}

extension StepListModel {
  /// Returns whether the key folds or unfolds. Passes the reason to `note` if nothing changes.
  mutating func fold(by key: Key, note: (String) -> Void) -> Bool {
    switch key {
    case .left where selectedCall != nil, "h" where selectedCall != nil,
      "z" where selectedCall != nil:
      toggleCalls()
    case .left, "h":
      if !fold() { note("The user sent this step's action; nothing is above it.") }
    case .right, "l":
      if !unfold() { note("Nothing is folded under this step.") }
    case "z":
      if !toggleFold() { note("No effect of this step sent another.") }
    case "Z": toggleAllFolds()
    case "e" where source.hasCalls:
      if !toggleCalls() { note("The effects of this step made no calls.") }
    case "E" where source.hasCalls: toggleAllCalls()
    default: return false
    }
    return true
  }
}
