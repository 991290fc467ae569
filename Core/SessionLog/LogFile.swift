/// A file that only grows, by whole members.
struct LogFile: Sendable {
  let path: String
  let descriptor: Descriptor
  let operations: LogFileOperations
  /// The end of the last whole member.
  private(set) var length: UInt64 = 0

  init(path: String, descriptor: Descriptor, operations: LogFileOperations) {
    self.path = path
    self.descriptor = descriptor
    self.operations = operations
  }

  /// Appends all the bytes or, if that fails, none of them.
  mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    let start = length
    do throws(SystemError) {
      try write(bytes, at: start)
      length = start + UInt64(bytes.count)
    } catch {
      // If this fails too, a reader finds the remains to be a truncated member.
      try? operations.truncate(descriptor.number, start)
      throw error
    }
  }

  /// Takes back what was appended after `length`.
  mutating func cut(to length: UInt64) {
    try? operations.truncate(descriptor.number, length)
    self.length = length
  }

  private func write(_ bytes: [UInt8], at start: UInt64) throws(SystemError) {
    var failure: SystemError?
    bytes.withUnsafeBytes { buffer in
      var written = 0
      do throws(SystemError) {
        while written < buffer.count {
          let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
          let count = try operations.write(descriptor.number, rest, start + UInt64(written))
          // To write nothing again and again would never end.
          guard count > 0 else { throw .nothingWritten }
          written += count
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
