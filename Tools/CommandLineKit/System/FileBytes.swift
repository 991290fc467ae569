package import Foundation
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Functions that read and replace whole regular files, and refuse all others.
package enum FileBytes {
  package static func read(_ path: String) throws(SystemFailure) -> [UInt8] {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let file = open(path.pathBytes, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    try checkRegular(file)
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

  /// Replaces a file atomically once the new contents are synced to disk.
  ///
  /// Keeps the owner and mode of the old file. Only the owner can access a new file.
  package static func replace(
    _ path: String, with data: some DataProtocol, through temporary: String
  ) throws(SystemFailure) {
    try replace(path, through: temporary) { (write) throws(SystemFailure) in
      try write(Array(data))
    }
  }

  /// Returns the path of the temporary file, which is in the same folder as the replaced file.
  package static func temporary(for path: String) -> String {
    let path = URL(fileURLWithPath: path)
    return path.deletingLastPathComponent()
      .appendingPathComponent(".\(path.lastPathComponent).\(getpid()).tmp").path
  }

  /// Replaces a file atomically with pieces that `body` writes. An error leaves it unchanged.
  ///
  /// Only the owner can access a new file. Other users can read the file if it is `shared`.
  package static func replace(
    _ path: String, through temporary: String, shared: Bool = false,
    _ body: (_ write: ([UInt8]) throws(SystemFailure) -> Void) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    try checkReplaceable(path)
    // A process that crashed may have left the file, or an attacker may have placed a link there.
    if FileKind(at: temporary) != nil, unlink(temporary.pathBytes) != 0 { throw .last }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let file = open(temporary.pathBytes, flags, shared ? 0o644 : FileAccess.ownerOnly)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    do throws(SystemFailure) {
      if !shared { fchmod(file, FileAccess.ownerOnly) }
      var replaced = stat()
      if lstat(path.pathBytes, &replaced) == 0 { FileAccess(replaced).apply(to: file) }
      try body { (bytes) throws(SystemFailure) in try write(bytes, to: file) }
      guard fsync(file) == 0 else { throw .last }
      guard rename(temporary.pathBytes, path.pathBytes) == 0 else { throw .last }
    } catch {
      unlink(temporary.pathBytes)
      throw error
    }
  }

  /// Checks that a path names a regular file or nothing. A link isn't a regular file.
  package static func checkReplaceable(_ path: String) throws(SystemFailure) {
    guard let kind = FileKind(at: path), kind != .regular else { return }
    throw SystemFailure(kind)
  }

  /// Checks that the user can write an existing file, and create one in its folder.
  package static func checkWritable(_ path: String) throws(SystemFailure) {
    try checkReplaceable(path)
    if FileKind(at: path) == nil {
      guard !path.hasSuffix("/") else { throw SystemFailure(code: EISDIR) }
    } else {
      guard access(path.pathBytes, W_OK) == 0 else { throw .last }
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var status = stat()
    guard stat(folder.pathBytes, &status) == 0 else { throw .last }
    guard FileKind(mode: status.st_mode) == .folder else { throw SystemFailure(code: ENOTDIR) }
    guard access(folder.pathBytes, W_OK | X_OK) == 0 else { throw .last }
  }

  /// Returns the size of a file in bytes; `nil` if there is no file.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path.pathBytes, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns whether a path leads to a folder. Follows links.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.pathBytes, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Creates a folder and its missing parents. Does nothing if it exists.
  package static func makeFolder(_ path: String) throws(SystemFailure) {
    if makeOwnFolder(path) { return }
    switch errno {
    case EEXIST:
      var status = stat()
      guard stat(path.pathBytes, &status) == 0 else { throw .last }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemFailure(code: ENOTDIR) }
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .last }
      try makeFolder(String(path[..<slash]))
      guard makeOwnFolder(path) || errno == EEXIST else { throw .last }
    default:
      throw .last
    }
  }

  /// Creates a folder that only its owner can access, whatever the user's mask.
  private static func makeOwnFolder(_ path: String) -> Bool {
    mkdir(path.pathBytes, 0o700) == 0 && chmod(path.pathBytes, 0o700) == 0
  }

  private static func checkRegular(_ file: Int32) throws(SystemFailure) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last }
    let kind = FileKind(mode: status.st_mode)
    guard kind == .regular else { throw SystemFailure(kind) }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.write(file, from: $0) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  // The methods above shadow the system's functions of the same names.

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
