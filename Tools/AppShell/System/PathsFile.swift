import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionLog

/// A file that lists paths of logs and folders of logs, separated by newlines or NULs.
struct PathsFile {
  private static let pieceLength = 256 << 10

  private let name: String
  private let file: FileHandle

  /// Opens a file; `-` is standard input.
  init(_ path: String) throws(PathsFileError) {
    name = path
    guard path != "-" else {
      file = .standardInput
      return
    }
    guard let file = FileHandle(forReadingAtPath: path) else { throw PathsFileError(path: path) }
    self.file = file
  }

  /// Calls a function with each path. Throws an error for an empty list, unless that is allowed.
  func forEach(
    allowsEmpty: Bool, _ body: (String) throws(CorpusError) -> Void
  ) throws(CorpusError) {
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
      // A path can contain a newline but not a NUL.
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
    guard !isEmpty || allowsEmpty else { throw .emptyList(name) }
  }
}

struct PathsFileError: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "cannot read '\(path)' given by --files-from; give a file, or '-' for standard input"
  }
}
