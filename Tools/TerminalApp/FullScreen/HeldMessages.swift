package import CommandLineKit
import Platform

/// A filter for messages to standard error that holds them back while the screen is shown.
package final class HeldMessages: Sendable {
  private struct State {
    var isHolding = false
    var held = ""
    var lastLine: String?
  }

  private let state = Mutex(State())
  private let target: TextSink

  package init(target: TextSink) {
    self.target = target
  }

  package var sink: TextSink {
    TextSink(flushingLines: true) { [self] bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let isHeld = state.withLock { state in
        guard state.isHolding else { return false }
        state.held += text
        if let line = text.split(separator: "\n").last { state.lastLine = String(line) }
        return true
      }
      if isHeld { TerminalDriver.wake() } else { target.text(text) }
      return .open
    }
  }

  /// Returns the last line written since the previous call, if any.
  package func takeLastLine() -> String? {
    state.withLock { state in
      defer { state.lastLine = nil }
      return state.lastLine
    }
  }

  package func hold() {
    state.withLock { $0.isHolding = true }
  }

  package func release() {
    let held = state.withLock { state in
      defer { state = State() }
      return state.held
    }
    if !held.isEmpty { target.text(held) }
  }
}
