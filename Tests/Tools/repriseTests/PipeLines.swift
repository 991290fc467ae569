import Foundation

/// A reader of the lines that are written to a pipe.
struct PipeLines {
  private let pipe: Pipe
  private var rest = Data()

  init(_ pipe: Pipe) { self.pipe = pipe }

  /// Waits for the next line. Returns `nil` after the other end was closed.
  mutating func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }

  /// Waits for the next line with a text. Throws an error if the other end is closed before that.
  mutating func next(containing text: String) throws -> String {
    while let line = next() {
      if line.contains(text) { return line }
    }
    throw MissingLine(text: text)
  }
}

/// A program ended before it wrote an expected line.
struct MissingLine: Error, Equatable {
  let text: String
}
