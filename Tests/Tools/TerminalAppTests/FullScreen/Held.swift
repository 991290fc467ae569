import TerminalApp
import TerminalUI

/// A reference to a value, which allows an expectation to mutate it.
final class Held<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension Held<LineEditor> {
  func insert(_ text: String) -> Bool { value.insert(text) }

  func edit(_ key: Key) -> Bool { value.edit(key) }
}

extension Held<CommandHistory> {
  func older(than text: String) -> String? { value.older(than: text) }

  func newer() -> String? { value.newer() }
}

extension Held<EventAssembler> {
  func take(_ inputs: [TerminalInput], isFollowedByPause: Bool = false) -> [TerminalEvent] {
    value.take(inputs, isFollowedByPause: isFollowedByPause)
  }

  func skip(bytes: Int, isEnded: Bool) -> TerminalEvent? {
    value.skip(bytes: bytes, isEnded: isEnded)
  }
}
