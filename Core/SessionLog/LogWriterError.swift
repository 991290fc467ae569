/// Why a log cannot be written, or not to its end.
package enum LogWriterError: Error, Equatable, Sendable {
  /// A file of that name exists and is not to be overwritten.
  case fileExists(path: String)
  /// A log that was not finished exists; another recorder may be writing it.
  case partialExists(path: String, isBeingWritten: Bool)
  /// The folder that the log should be in does not exist.
  case folderMissing(path: String)
  /// The system refused to create the file; `code` is its `errno`.
  case cannotCreate(path: String, code: Int32)
  /// The journal has no room for another block; `code` is the `errno`.
  case journalStopped(path: String, code: Int32)
  /// Writing stopped; `path` is the file that keeps the whole steps, and the dropped ones are lost.
  case stopped(path: String, cause: LogWriterStop, wholeSteps: UInt64, droppedSteps: UInt64)
  /// The log was abandoned, so it cannot be finished.
  case closed(path: String)
}
