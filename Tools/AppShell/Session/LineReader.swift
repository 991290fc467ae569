import Dispatch
import Foundation
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The input of a session.
struct ScriptInput: Equatable, Sendable {
  /// The name that messages give.
  let name: String
  let descriptor: Int32
  /// Whether a person sits there.
  let isTerminal: Bool

  /// Opens a script, or takes the standard input if it is `-` or none is given.
  init(_ script: String?, isTerminal: Bool) throws(SystemFailure) {
    guard let script, script != "-" else {
      name = "standard input"
      descriptor = STDIN_FILENO
      self.isTerminal = isTerminal
      return
    }
    descriptor = open(script.pathBytes, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    name = script
    self.isTerminal = false
  }
}

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

/// Makes lines of the bytes of an input, and holds no more of them than one line of bounded length.
package struct LineSplitter {
  /// A line may have this many bytes.
  package static let limit = 1 << 20

  private var line: [UInt8] = []
  private var isTooLong = false
  private var number = 0

  /// Begins with the first line.
  package init() {}

  /// Takes bytes, and gives the lines that they end.
  package mutating func take(_ bytes: ArraySlice<UInt8>) -> [InputLine] {
    var lines: [InputLine] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<end])
      lines.append(endLine())
      rest = rest[(end + 1)...]
    }
    append(rest)
    return lines
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    let room = Self.limit - line.count
    line.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isTooLong = true }
  }

  /// Gives the last line, if it was not ended.
  package mutating func end() -> InputLine? {
    line.isEmpty && !isTooLong ? nil : endLine()
  }

  private mutating func endLine() -> InputLine {
    number += 1
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    if isTooLong { return InputLine(number: number, content: .tooLong) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(validating: line, as: UTF8.self)
    return InputLine(number: number, content: text.map(InputLine.Content.text) ?? .notUTF8)
  }
}

/// A line of an input.
package struct InputLine: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// The line has more than `LineSplitter.limit` bytes.
    case tooLong
    /// The line is not text.
    case notUTF8
    /// The input could not be read on; the number is the `errno`.
    case unreadable(code: Int32)
  }

  /// The number of the line, from 1.
  package let number: Int
  package let content: Content
}
