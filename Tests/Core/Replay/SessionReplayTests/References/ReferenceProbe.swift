import ComposableArchitecture
import SharedState

/// The values that all references of a state show, after a write through each reference in turn.
///
/// Two states have equal probes if equal references share values in both. A probe changes the
/// state.
struct ReferenceProbe: Equatable {
  private(set) var lines: [String] = []

  init(of state: ReferenceApp.State) {
    note(state, "start")
    let holders = state.allHolders
    for (index, holder) in holders.enumerated() {
      holder.$item.withLock { $0.text = "i\(index)" }
      note(state, "item \(index)")
      holder.$text.withLock { $0 = "t\(index)" }
      note(state, "text \(index)")
    }
    if let roots = state.roots {
      for (index, root) in roots.all.enumerated() {
        root.withLock { content in
          content.single.text = "r\(index)"
          for id in content.rows.ids { content.rows[id: id]?.text = "r\(index) \(id)" }
        }
        note(state, "root \(index)")
      }
    }
    for (index, holder) in holders.enumerated() {
      holder.$item = Shared(value: ReferenceApp.Item(id: 9, text: "c\(index)"))
      note(state, "cell \(index)")
    }
  }

  private mutating func note(_ state: ReferenceApp.State, _ name: String) {
    let roots = state.roots?.all.map { $0.wrappedValue.texts.joined(separator: ",") } ?? []
    let holders = state.allHolders.map { "\($0.item.text)/\($0.text)/\($0.reader.text)" }
    lines.append("\(name): \(roots.joined(separator: " | ")) ; \(holders.joined(separator: " "))")
  }

  /// Returns the first lines of this probe and of a second probe that differ.
  func difference(from other: Self) -> String? {
    guard self != other else { return nil }
    let pair = zip(lines, other.lines).first { $0 != $1 }
    return pair.map { "\($0) instead of \($1)" } ?? "\(lines.count) lines, not \(other.lines.count)"
  }
}

extension ReferenceApp.Roots {
  var all: [Shared<ReferenceApp.Content>] { [$memory, $defaults, $file, $box] }
}
