import Platform
import RecordedValues
import SessionLog
import SessionReplay

package struct Breakpoints {
  package enum Breakpoint: Equatable, Sendable {
    case action(String)
    /// Stops at steps that change the value at the path.
    case path(String)

    package var text: String {
      switch self {
      case .action(let name): "action \(name)"
      case .path(let path): "change of \(path.isEmpty ? "the state" : path.visible)"
      }
    }
  }

  /// The breakpoints in the order of their creation.
  package private(set) var all: [Breakpoint] = []

  package init() {}

  /// Sets a breakpoint, or removes it if it exists. Returns whether it is set now.
  package mutating func toggle(_ breakpoint: Breakpoint) -> Bool {
    if let index = all.firstIndex(of: breakpoint) {
      all.remove(at: index)
      return false
    }
    all.append(breakpoint)
    return true
  }

  package mutating func remove(at index: Int) {
    if all.indices.contains(index) { all.remove(at: index) }
  }

  func contains(path: String) -> Bool { all.contains(.path(path)) }

  func stops(at action: String) -> Bool {
    guard !all.isEmpty else { return false }
    return all.contains(.action(action.caseNames))
  }

  func first(matching action: String, changes: [StateChange]) -> Breakpoint? {
    guard !all.isEmpty else { return nil }
    let name = action.caseNames
    let paths = changes.map(\.path)
    return all.first { breakpoint in
      switch breakpoint {
      case .action(let other): other == name
      case .path(let path): TreeMark(of: path, changed: paths) != .none
      }
    }
  }
}
