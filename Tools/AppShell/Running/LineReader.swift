package import CommandLineKit
import Dispatch
import Foundation
import Platform
import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package struct ScriptInput: Equatable, Sendable {
  let name: String
  let descriptor: Int32
  package let isTerminal: Bool

  /// Opens a script. Without a script, or for `-`, the input is standard input.
  package init(_ script: String?, isTerminal: Bool) throws(SystemFailure) {
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

/// Reads the lines of an open file on its own thread, while the app keeps running.
///
/// A block has the lines that end in the bytes of one `read`, so no line waits for later input. The
/// thread reads ahead by a bounded number of blocks; each call of `proceed()` lets it read one
/// more.
final class LineReader: Sendable {
  private static let maxBlocksAhead = 4
  private static let pieceLength = 64 << 10

  /// The blocks of lines, in order. No block is empty.
  let blocks: AsyncStream<[InputLine]>
  // The initial value is 0: Dispatch traps if a semaphore is released below its initial value.
  private let slots = DispatchSemaphore(value: 0)

  init(descriptor: Int32) {
    let (blocks, continuation) = AsyncStream.makeStream(of: [InputLine].self)
    self.blocks = blocks
    let slots = slots
    for _ in 0..<Self.maxBlocksAhead { slots.signal() }
    let thread = Thread {
      Self.read(descriptor) { lines in
        slots.wait()
        continuation.yield(lines)
      }
      continuation.finish()
    }
    thread.start()
  }

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
          // The parent process may have made the file non-blocking.
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

/// Splits the bytes of an input into lines. Buffers at most one line, whose length is limited.
package struct LineSplitter {
  /// The maximum number of bytes in a line.
  package static let limit = 1 << 20

  private var line: [UInt8] = []
  private var isTooLong = false
  private var number = 0

  package init() {}

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
    let capacity = Self.limit - line.count
    line.append(contentsOf: bytes.prefix(capacity))
    if bytes.count > capacity { isTooLong = true }
  }

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

package struct InputLine: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case text(String)
    /// The line has more than `LineSplitter.limit` bytes.
    case tooLong
    case notUTF8
    /// Reading the input failed; `code` is the `errno`.
    case unreadable(code: Int32)
  }

  /// The number of the line, starting at 1.
  package let number: Int
  package let content: Content
}
