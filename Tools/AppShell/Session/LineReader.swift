import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads the lines of an open file on a thread of its own, so that the app goes on meanwhile.
///
/// Lines come in blocks: those that one call of the system has ended. A line that somebody types or
/// sends by itself is a block, and nothing waits for lines that are not there yet. The thread reads
/// ahead by a bounded number of blocks: `proceed()` lets it read one more.
final class LineReader: Sendable {
  private static let ahead = 4
  private static let pieceLength = 64 << 10

  /// The blocks of lines, in order; none of them is empty.
  let blocks: AsyncStream<[InputLine]>
  // It begins at 0 because a semaphore may not go away while it is below where it began.
  private let slots = DispatchSemaphore(value: 0)

  /// Begins to read.
  init(descriptor: Int32) {
    let (blocks, continuation) = AsyncStream.makeStream(of: [InputLine].self)
    self.blocks = blocks
    let slots = slots
    for _ in 0..<Self.ahead { slots.signal() }
    let thread = Thread {
      Self.read(descriptor) { lines in
        slots.wait()
        continuation.yield(lines)
      }
      continuation.finish()
    }
    thread.start()
  }

  /// Tells that a block has been dealt with.
  func proceed() {
    slots.signal()
  }

  private static func read(_ descriptor: Int32, _ take: ([InputLine]) -> Void) {
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
        take([InputLine(number: count + 1, content: .unreadable(code: code))])
        return
      }
      if length == 0 { break }
      let lines = splitter.take(piece[..<length])
      guard let last = lines.last else { continue }
      count = last.number
      take(lines)
    }
    if let last = splitter.end() { take([last]) }
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
