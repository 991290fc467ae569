import Locking

/// Takes messages for the standard error, and holds them back while the screen is shown.
final class HeldMessages: Sendable {
  private struct State {
    var isHolding = false
    var held = ""
    /// The last line that nobody has been told of.
    var news: String?
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
        if let line = text.split(separator: "\n").last { state.news = String(line) }
        return true
      }
      if isHeld { TerminalDriver.wake() } else { target.text(text) }
      return .open
    }
  }

  /// The last line of what came since this was asked last, if anything did.
  func news() -> String? {
    state.withLock { state in
      defer { state.news = nil }
      return state.news
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
