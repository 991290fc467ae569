import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A buffer of text that is written in large pieces or line by line.
package final class TextSink: Sendable {
  /// Whether text can still be written.
  package enum Health: Equatable, Sendable {
    case open
    /// The reader has exited, which isn't a failure.
    case closed
    /// Writing failed; `code` is the `errno`.
    case failed(code: Int32)
  }

  private struct State {
    var buffer: [UInt8] = []
    var health = Health.open
    var rewrite: (@Sendable (String) -> String)?
  }

  private static let bufferLength = 64 << 10

  private let isFlushedByLine: Bool
  private let predecessor: TextSink?
  private let writeBytes: @Sendable ([UInt8]) -> Health
  private let state = Mutex(State())

  /// Creates a sink that passes its text to a function.
  ///
  /// The `predecessor` is flushed before each write. A reader of both gets text in order.
  package init(
    flushingLines: Bool, after predecessor: TextSink? = nil,
    write: @escaping @Sendable ([UInt8]) -> Health
  ) {
    isFlushedByLine = flushingLines
    self.predecessor = predecessor
    writeBytes = write
  }

  package var health: Health { state.withLock { $0.health } }

  package func line(_ text: String) {
    append(text + "\n", andFlush: isFlushedByLine)
  }

  package func text(_ text: String) {
    append(text, andFlush: isFlushedByLine)
  }

  package func lineNow(_ text: String) {
    append(text + "\n", andFlush: true)
  }

  package func flush() {
    append("", andFlush: true)
  }

  /// Rewrites each subsequent text before it is written.
  package func rewriteTexts(_ rewrite: @escaping @Sendable (String) -> String) {
    state.withLock { $0.rewrite = rewrite }
  }

  /// Writes the bytes of a path and a terminating byte, for a program that reads paths.
  package func path(_ path: String, end: UInt8) {
    let bytes = path.pathBytes.dropLast().map(UInt8.init(bitPattern:))
    append(andFlush: isFlushedByLine) { $0.buffer += bytes + [end] }
  }

  private func append(_ text: String, andFlush isFlushed: Bool) {
    append(andFlush: isFlushed) { state in
      state.buffer.append(contentsOf: (state.rewrite?(text) ?? text).utf8)
    }
  }

  private func append(andFlush isFlushed: Bool, _ write: (inout State) -> Void) {
    predecessor?.flush()
    state.withLock { state in
      guard state.health == .open else { return }
      write(&state)
      guard isFlushed || state.buffer.count >= Self.bufferLength, !state.buffer.isEmpty else {
        return
      }
      state.health = writeBytes(state.buffer)
      state.buffer.removeAll(keepingCapacity: true)
    }
  }
}

extension TextSink {
  /// Creates a sink that writes to an open file; `SIGPIPE` must be ignored.
  convenience init(descriptor: Int32, flushingLines: Bool, after predecessor: TextSink? = nil) {
    self.init(flushingLines: flushingLines, after: predecessor) { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The parent process may have made the file non-blocking.
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = Self.wait(&poll)
        } else if errno != EINTR {
          return errno == EPIPE ? .closed : .failed(code: errno)
        }
      }
      return .open
    }
  }

  private static func wait(_ file: inout pollfd) -> Int32 { poll(&file, 1, -1) }
}
