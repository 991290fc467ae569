import Foundation
import RecordCoding

/// A reader of a results file, one line at a time.
package struct ResultsLines: Sendable {
  private static let pieceLength = 256 << 10

  package let path: String
  package let header: ResultsHeader
  private let file: FileHandle

  package init(of path: String) throws(ResultsError) {
    self.path = path
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .unreadable(path, code: errno)
    }
    self.file = file
    var header: ResultsHeader?
    try Self.forEachLine(of: file, path) { (bytes, _, _) throws(ResultsError) in
      header = try Self.header(bytes, path)
      return false
    }
    guard let header else { throw .notResults(path) }
    self.header = header
  }

  private static func header(_ bytes: Data, _ path: String) throws(ResultsError) -> ResultsHeader {
    struct Version: Decodable { let results: Int }
    guard let version = try? BoundedJSON.decode(Version.self, from: bytes) else {
      throw .notResults(path)
    }
    guard version.results == ResultsHeader.formatVersion else {
      throw .newerFormat(path, version.results)
    }
    guard let header = try? BoundedJSON.decode(ResultsHeader.self, from: bytes) else {
      throw .notResults(path)
    }
    return header
  }

  /// Calls `body` with the result of each log and its byte range in the file.
  ///
  /// A last line without a newline is skipped: its task was killed while writing it.
  package func forEach(
    _ body: (ResultsLine, Range<UInt64>) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    try Self.forEachLine(of: file, path) { (bytes, range, number) throws(ResultsError) in
      guard number > 1 else { return true }
      guard let line = try? BoundedJSON.decode(ResultsLine.self, from: bytes) else {
        throw .badLine(path, line: number)
      }
      try body(line, range)
      return true
    }
  }

  package func line(in range: Range<UInt64>) throws(ResultsError) -> ResultsLine {
    do {
      try file.seek(toOffset: range.lowerBound)
      let bytes = try file.read(upToCount: range.count) ?? Data()
      return try BoundedJSON.decode(ResultsLine.self, from: bytes)
    } catch {
      throw .unreadable(path, code: errno)
    }
  }

  /// Calls `body` with the bytes, range and number of each complete line, until it returns `false`.
  private static func forEachLine(
    of file: FileHandle, _ path: String,
    _ body: (Data, Range<UInt64>, Int) throws(ResultsError) -> Bool
  ) throws(ResultsError) {
    do { try file.seek(toOffset: 0) } catch { throw .unreadable(path, code: errno) }
    var rest = Data()
    var offset: UInt64 = 0
    var number = 0
    while true {
      let piece: Data?
      do { piece = try file.read(upToCount: pieceLength) } catch {
        throw .unreadable(path, code: errno)
      }
      guard let piece, !piece.isEmpty else { return }
      rest += piece
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        number += 1
        let next = offset + UInt64(end + 1 - start)
        guard try body(rest[start..<end], offset..<next, number) else { return }
        (start, offset) = (end + 1, next)
      }
      rest = Data(rest[start...])
    }
  }
}
