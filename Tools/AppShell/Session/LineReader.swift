import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads the lines of an open file on a thread of its own, so that the app goes on meanwhile.
///
/// The thread reads ahead by a bounded number of lines: `proceed()` lets it read one more.
final class LineReader: Sendable {
  private static let ahead = 64
  private static let pieceLength = 16 << 10

  /// The lines, in order.
  let lines: AsyncStream<InputLine>
  // It begins at 0 because a semaphore may not go away while it is below where it began.
  private let slots = DispatchSemaphore(value: 0)

  /// Begins to read.
  init(descriptor: Int32) {
    let (lines, continuation) = AsyncStream.makeStream(of: InputLine.self)
    self.lines = lines
    let slots = slots
    for _ in 0..<Self.ahead { slots.signal() }
    let thread = Thread {
      Self.read(descriptor) { line in
        slots.wait()
        continuation.yield(line)
      }
      continuation.finish()
    }
    thread.start()
  }

  /// Tells that a line has been dealt with.
  func proceed() {
    slots.signal()
  }

  private static func read(_ descriptor: Int32, _ take: (InputLine) -> Void) {
    var splitter = LineSplitter()
    var count = 0
    var piece = [UInt8](repeating: 0, count: pieceLength)
    while true {
      let length = piece.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if length < 0 {
        let code = errno
        if code == EINTR { continue }
        if code == EAGAIN {
          // Whoever started the process may have made the file non-blocking.
          var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&file, 1, -1)
          continue
        }
        take(InputLine(number: count + 1, content: .unreadable(code: code)))
        return
      }
      if length == 0 { break }
      for line in splitter.take(piece[..<length]) {
        count = line.number
        take(line)
      }
    }
    if let last = splitter.end() { take(last) }
  }

  private static func readSome(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
