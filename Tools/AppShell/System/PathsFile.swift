import ComposableArchitecture
import SessionLog
import SessionReplay

/// A file that names logs and folders of logs: a path a line, or with a NUL behind each.
struct PathsFile {
  private static let pieceLength = 256 << 10

  private let name: String
  private let file: FileHandle

  /// Opens a file, or takes standard input for `-`.
  init(_ path: String) throws(PathsFileError) {
    name = path
    guard path != "-" else {
      file = .standardInput
      return
    }
    guard let file = FileHandle(forReadingAtPath: path) else { throw PathsFileError(path: path) }
    self.file = file
  }

  /// Passes the paths one by one to a function. A list without paths is an error.
  func forEach(_ body: (String) throws(CorpusError) -> Void) throws(CorpusError) {
    var rest: [UInt8] = []
    var separator: UInt8?
    var isEmpty = true
    func add(_ bytes: ArraySlice<UInt8>) throws(CorpusError) {
      guard !bytes.isEmpty else { return }
      isEmpty = false
      try body(String(pathBytes: bytes))
    }
    while true {
      let piece: Data?
      do { piece = try file.read(upToCount: Self.pieceLength) } catch {
        throw .unreadable(name, code: EIO)
      }
      guard let piece, !piece.isEmpty else { break }
      rest += piece
      // A name may hold a newline, and none holds a NUL.
      let end = separator ?? (piece.contains(0) ? 0 : UInt8(ascii: "\n"))
      separator = end
      var start = 0
      while let next = rest[start...].firstIndex(of: end) {
        try add(rest[start..<next])
        start = next + 1
      }
      rest.removeFirst(start)
    }
    try add(rest[...])
    guard !isEmpty else { throw .emptyList(name) }
  }
}

/// A file of paths that cannot be opened.
struct PathsFileError: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "'\(path)' cannot be read, which --files-from names; give a file, or '-' for standard input"
  }
}
