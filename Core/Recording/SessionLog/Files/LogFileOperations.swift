import CSystem
package import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system calls that write a log, which tests replace to simulate failures.
package struct LogFileOperations: Sendable {
  /// Writes bytes at an offset and returns the number of bytes written, like `pwrite(2)`.
  package var write:
    @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: UInt64)
      throws(SystemError) -> Int
  /// Truncates a file to a length in bytes, like `ftruncate(2)`.
  package var truncate: @Sendable (_ file: Int32, _ length: UInt64) throws(SystemError) -> Void
  /// Waits until all written data is on disk, like `fsync(2)`.
  package var sync: @Sendable (_ file: Int32) throws(SystemError) -> Void
  /// Renames a file and replaces any other with that name, like `rename(2)`.
  package var rename: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void
  /// Exchanges the names of two files, like `renameat2(2)` with `RENAME_EXCHANGE`.
  package var exchange: @Sendable (_ one: String, _ other: String) throws(SystemError) -> Void

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
  /// The actual system calls. All but `exchange` are retried when a signal interrupts them.
  package static let system = LogFileOperations(
    write: { file, bytes, offset throws(SystemError) in
      try SystemError.repeated {
        withoutSignal(SIGXFSZ) { pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) }
      }
    },
    truncate: { file, length throws(SystemError) in
      _ = try SystemError.repeated { Int(ftruncate(file, off_t(length))) }
    },
    sync: { file throws(SystemError) in
      _ = try SystemError.repeated { Int(fsync(file)) }
    },
    rename: { from, to throws(SystemError) in
      _ = try SystemError.repeated { Int(renamed(from, to)) }
    },
    exchange: { one, other throws(SystemError) in
      let code = exchange_file_names(one.pathBytes, other.pathBytes)
      guard code == 0 else { throw SystemError(code: code) }
    })
}

// Inside the extension, `rename` would refer to the property.
private func renamed(_ from: String, _ to: String) -> Int32 {
  rename(from.pathBytes, to.pathBytes)
}

extension SystemError {
  /// Makes a system call again while a signal interrupts it.
  ///
  /// - Returns: The result of the call, which is not negative.
  package static func repeated(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let error = SystemError.last
      guard error.code == EINTR else { throw error }
    }
  }
}
