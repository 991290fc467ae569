import Locking

/// Takes messages for the standard error, and holds them back while the screen is shown.
final class HeldMessages: Sendable {
  private struct State {
    var isHolding = false
    var held = ""
    var isNew = false
  }

  private let state = Mutex(State())
  private let target: TextSink

  init(target: TextSink) {
    self.target = target
  }

  /// Where messages are written.
  var sink: TextSink {
    TextSink(flushingLines: true) { [self] bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let isHeld = state.withLock { state in
        guard state.isHolding else { return false }
        state.held += text
        state.isNew = true
        return true
      }
      if isHeld { TerminalDriver.wake() } else { target.text(text) }
      return .open
    }
  }

  /// The first line of what came since the last time, if anything did.
  func news() -> String? {
    state.withLock { state in
      guard state.isNew else { return nil }
      state.isNew = false
      return state.held.split(separator: "\n").last.map(String.init)
    }
  }

  /// Begins to hold messages back.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Writes what was held back.
  func release() {
    let held = state.withLock { state in
      defer { state = State() }
      return state.held
    }
    if !held.isEmpty { target.text(held) }
  }
}
