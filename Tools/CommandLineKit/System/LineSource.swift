import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads a file or standard input line by line, with a single line in memory.
package final class LineSource {
  private static let pieceLength = 256 << 10

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  package private(set) var position = 0
  /// The length in bytes; `nil` if the source isn't a regular file.
  package let length: Int?

  /// Opens a file; `-` is standard input.
  package init(path: String) throws(SystemFailure) {
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

  /// Returns the next line without its newline; `nil` after the last line.
  package func next() throws(SystemFailure) -> [UInt8]? {
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
      try fillBuffer()
    }
  }

  private func fillBuffer() throws(SystemFailure) {
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
