import SessionLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The lines of a file or of standard input, of which one is in memory at a time.
final class LineSource {
  private static let pieceLength = 256 << 10

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The bytes that were read so far.
  private(set) var position = 0
  /// The length of the file; `nil` if it is none.
  let length: Int?

  /// Opens a file; `-` is standard input.
  init(path: String) throws(SystemFailure) {
    guard path != "-" else {
      (descriptor, length) = (STDIN_FILENO, nil)
      return
    }
    let file = open(path.pathBytes, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .last }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      let failure = SystemFailure.last
      close(file)
      throw failure
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(file)
      throw SystemFailure(code: EISDIR)
    }
    descriptor = file
    length = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next line without its newline; `nil` behind the last.
  func next() throws(SystemFailure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      searched = buffer.count - start
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Array(buffer[start...])
      }
      buffer.removeFirst(start)
      start = 0
      try readOn()
    }
  }

  private func readOn() throws(SystemFailure) {
    let count = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.pieceLength))
    var found = -1
    repeat {
      found = buffer.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress.map { $0 + count }, Self.pieceLength)
      }
    } while found < 0 && errno == EINTR
    let code = errno
    buffer.removeLast(Self.pieceLength - max(found, 0))
    guard found >= 0 else { throw SystemFailure(code: code) }
    position += found
    isAtEnd = found == 0
  }
}
