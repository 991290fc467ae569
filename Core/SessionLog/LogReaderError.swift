/// Why a log, or a block of it, cannot be read.
package enum LogReaderError: Error, Equatable, Codable, Sendable {
  /// The system refused to open or to read the file; `code` is its `errno`.
  case cannotOpen(path: String, code: Int32)
  /// The path names a folder, a pipe or a device.
  case notARegularFile(path: String)
  /// The file has no bytes.
  case emptyFile(path: String)
  /// The file does not begin as a gzip file does.
  case notGzip(path: String)
  /// The file is a gzip file, or begins as one, but not a log.
  case notALog(path: String)
  /// The file ends within the header. Its length is in bytes.
  case truncatedHeader(path: String, length: UInt64)
  /// The header does not agree with its checksum, or cannot be read otherwise.
  case damagedHeader(path: String, cause: LogDamage.Cause)
  /// The log is of a later version of the format than the newest supported one, or requires features
  /// of it that this reader does not know, or both.
  case newerFormat(path: String, version: Int, supported: Int, unknownFeatures: [String])
  /// A part of the log after the header is damaged.
  case damaged(path: String, damage: LogDamage)
}
