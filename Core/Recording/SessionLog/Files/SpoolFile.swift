import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A buffer of bytes that are appended first and read later.
///
/// Bytes are kept in memory while they are few, and otherwise in a temporary file without a name,
/// which the system removes with the process. If that file cannot be created or written, the bytes
/// stay in memory.
package struct SpoolFile: ~Copyable {
  /// The number of bytes that are buffered before they are written to the file.
  private static let bufferLength = 256 << 10

  private var file: Descriptor?
  private var isInMemory = false
  private var written: UInt64 = 0
  private var buffer: [UInt8] = []
  private let folder: String

  package init(in folder: String) {
    self.folder = folder
  }

  package var count: UInt64 { written + UInt64(buffer.count) }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferLength, !isInMemory { flush() }
  }

  package func read(at offset: UInt64, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if offset < written, let file {
      let wanted = Int(min(UInt64(count), written - offset))
      // This process wrote the file, and no other process can open it.
      guard let read = try? file.read(at: offset, count: wanted), read.count == wanted else {
        preconditionFailure("a temporary file in '\(folder)' can no longer be read")
      }
      bytes = read
    }
    let start = offset > written ? Int(min(offset - written, UInt64(buffer.count))) : 0
    if bytes.count < count, offset + UInt64(count) > written {
      bytes += buffer[start...].prefix(count - bytes.count)
    }
    return bytes
  }

  private mutating func flush() {
    if file == nil { file = Self.temporaryFile(in: folder) }
    guard let file else {
      isInMemory = true
      return
    }
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeBytes {
        pwrite(
          file.number, $0.baseAddress.map { $0 + done }, $0.count - done,
          off_t(written) + off_t(done))
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        isInMemory = true
        break
      }
    }
    written += UInt64(done)
    buffer.removeFirst(done)
  }

  private static func temporaryFile(in folder: String) -> Descriptor? {
    var name = "\(folder)/reprise.XXXXXX".pathBytes
    let number = mkstemp(&name)
    guard number >= 0 else { return nil }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return Descriptor(number)
  }
}
