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

  /// Describes the calls by all four.
  package init(
    write:
      @escaping @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer, _ offset: UInt64)
      throws(SystemError) -> Int,
    truncate: @escaping @Sendable (_ file: Int32, _ length: UInt64) throws(SystemError) -> Void,
    sync: @escaping @Sendable (_ file: Int32) throws(SystemError) -> Void,
    rename: @escaping @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void
  ) {
    self.write = write
    self.truncate = truncate
    self.sync = sync
    self.rename = rename
  }
}
