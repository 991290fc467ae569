/// The commands that were typed before, the oldest first.
package struct CommandHistory: Equatable, Sendable {
  /// Older commands than this many are forgotten.
  package static let limit = 500

  /// The commands.
  package private(set) var entries: [String]
  /// Which of them is shown, while somebody goes through them.
  private var place: Int?
  /// What was typed before somebody began to.
  private var draft = ""

  /// Begins with commands of earlier sessions.
  package init(_ entries: [String] = []) {
    self.entries = Array(entries.suffix(Self.limit))
  }

  /// Adds a command, unless it is the same as the last.
  package mutating func append(_ command: String) {
    place = nil
    guard !command.isEmpty, command != entries.last else { return }
    entries.append(command)
    entries.removeFirst(max(0, entries.count - Self.limit))
  }

  /// The command before the one that is shown, if there is one.
  package mutating func older(than text: String) -> String? {
    let next = (place ?? entries.count) - 1
    guard entries.indices.contains(next) else { return nil }
    if place == nil { draft = text }
    place = next
    return entries[next]
  }

  /// The command after the one that is shown; behind the last one, what was typed.
  package mutating func newer() -> String? {
    guard let place else { return nil }
    self.place = place + 1 < entries.count ? place + 1 : nil
    return self.place.map { entries[$0] } ?? draft
  }

  /// Goes back to the end.
  package mutating func leave() {
    place = nil
  }
}
