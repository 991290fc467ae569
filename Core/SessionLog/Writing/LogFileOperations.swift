import CFileNames

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calls of the system by which a log is written, so that a test can make them fail.
package struct LogFileOperations: Sendable {
  /// Writes bytes at an offset, and gives how many were written: as `pwrite(2)`.
  package var write:
    @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: UInt64)
      throws(SystemError) -> Int
  /// Cuts a file to a length in bytes: as `ftruncate(2)`.
  package var truncate: @Sendable (_ file: Int32, _ length: UInt64) throws(SystemError) -> Void
  /// Waits until what was written is on the disk: as `fsync(2)`.
  package var sync: @Sendable (_ file: Int32) throws(SystemError) -> Void
  /// Gives a file another name, whatever had it before: as `rename(2)`.
  package var rename: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void
  /// Exchanges the names of two files: as `renameat2(2)` with `RENAME_EXCHANGE`.
  package var exchange: @Sendable (_ one: String, _ other: String) throws(SystemError) -> Void

  /// Describes the calls by all five.
  package init(
    write:
      @escaping @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: UInt64)
      throws(SystemError) -> Int,
    truncate: @escaping @Sendable (_ file: Int32, _ length: UInt64) throws(SystemError) -> Void,
    sync: @escaping @Sendable (_ file: Int32) throws(SystemError) -> Void,
    rename: @escaping @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void,
    exchange: @escaping @Sendable (_ one: String, _ other: String) throws(SystemError) -> Void
  ) {
    self.write = write
    self.truncate = truncate
    self.sync = sync
    self.rename = rename
    self.exchange = exchange
  }
}

extension LogFileOperations {
  /// The calls themselves, each repeated when a signal interrupts it.
  package static let system = LogFileOperations(
    write: { file, bytes, offset throws(SystemError) in
      try repeated {
        withoutSignal(SIGXFSZ) { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
      }
    },
    truncate: { file, length throws(SystemError) in
      _ = try repeated { Int(ftruncate(file, off_t(length))) }
    },
    sync: { file throws(SystemError) in
      _ = try repeated { Int(fsync(file)) }
    },
    rename: { from, to throws(SystemError) in
      _ = try repeated { Int(renamed(from, to)) }
    },
    exchange: { one, other throws(SystemError) in
      let code = exchange_file_names(one.pathBytes, other.pathBytes)
      guard code == 0 else { throw SystemError(code: code) }
    })
}

// Inside the extension `rename` would mean the property.
private func renamed(_ from: String, _ to: String) -> Int32 {
  rename(from.pathBytes, to.pathBytes)
}

private func repeated(_ call: () -> Int) throws(SystemError) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = SystemError.last
    guard error.code == EINTR else { throw error }
  }
}
