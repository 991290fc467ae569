/// What made a writer stop.
package enum LogWriterStop: Error, Equatable, Sendable {
  /// The system refused to write; `code` is its `errno`, as `ENOSPC`.
  case system(code: Int32)
  /// The file, or the folder that it was in, was removed while it was written.
  case removed
  /// A block is longer than a reader would accept. In bytes.
  case blockTooLong(length: Int, limit: Int)
  /// The header is longer than a reader would accept. In bytes.
  case headerTooLong(length: Int, limit: Int)
  /// A block did not begin with the step after the last.
  case stepGap(expected: UInt64, found: UInt64)
  /// zlib could not do its work, for want of memory as a rule.
  case zlibFailed(code: Int32)
}
