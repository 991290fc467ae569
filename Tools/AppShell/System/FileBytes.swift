import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Reads and replaces whole files, and tells why if it cannot.
enum FileBytes {
  /// Everything that is in a file.
  static func read(_ path: String) throws(SystemFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = piece.withUnsafeMutableBytes { Self.read(file, into: $0) }
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw .last
      }
      bytes += piece[..<count]
    }
  }

  /// Puts a new file in the place of an old one, when it is safely on the disk.
  static func replace(
    _ path: String, with data: some DataProtocol, through temporary: String
  ) throws(SystemFailure) {
    do throws(SystemFailure) {
      try write(Array(data), to: temporary)
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// How many bytes a file has; `nil` if there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Makes a folder, and those that it is in; one that is there is left alone.
  static func makeFolder(_ path: String) throws(SystemFailure) {
    if mkdir(path, 0o755) == 0 { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0 else { throw .last }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemFailure(code: ENOTDIR) }
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .last }
      try makeFolder(String(path[..<slash]))
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .last }
    default:
      throw .last
    }
  }

  /// Writes a file, and waits until it is safely on the disk.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.write(file, from: $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
    guard fsync(file) == 0 else { throw .last }
  }

  // The system's functions, whose names those above hide.

  private static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(file, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(file, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func write(_ file: Int32, from buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, buffer.baseAddress, buffer.count)
    #else
      Glibc.write(file, buffer.baseAddress, buffer.count)
    #endif
  }
}
