import ActionText
import RecordSchema

/// Where playing stops: at actions of a name, and at steps that change a value.
package struct Breakpoints {
  /// One of them.
  package enum Breakpoint: Equatable, Sendable {
    /// Steps whose action has the name.
    case action(String)
    /// Steps that change what is at the path.
    case path(String)

    /// As a list shows it.
    package var text: String {
      switch self {
      case .action(let name): "action \(name)"
      case .path(let path): "change of \(path.isEmpty ? "the state" : path.visible)"
      }
    }
  }

  /// The breakpoints, in the order in which they were set.
  package private(set) var all: [Breakpoint] = []

  /// Sets none.
  package init() {}

  /// Sets a breakpoint, or removes it; returns whether it is set now.
  package mutating func toggle(_ breakpoint: Breakpoint) -> Bool {
    if let index = all.firstIndex(of: breakpoint) {
      all.remove(at: index)
      return false
    }
    all.append(breakpoint)
    return true
  }

  /// Removes the breakpoint in a row of the list.
  package mutating func remove(at index: Int) {
    if all.indices.contains(index) { all.remove(at: index) }
  }

  /// Whether there is one at the path.
  func holds(path: String) -> Bool { all.contains(.path(path)) }

  /// Whether playing stops at an action, by its text.
  func stops(at action: String) -> Bool {
    guard !all.isEmpty else { return false }
    return all.contains(.action(ActionName.withoutValues(action)))
  }

  /// The first that a step meets, by its action and what it changed.
  func met(byAction action: String, changes: [StateChange]) -> Breakpoint? {
    guard !all.isEmpty else { return nil }
    let name = ActionName.withoutValues(action)
    let paths = changes.map(\.path)
    return all.first { breakpoint in
      switch breakpoint {
      case .action(let other): other == name
      case .path(let path): TreeMark(of: path, changed: paths) != .none
      }
    }
  }
}
