/// Why a log cannot be recovered.
package enum LogRecoveryError: Error, Equatable, Sendable {
  /// Nothing can be read from the damaged log.
  case cannotRead(LogReaderError)
  /// The file for the whole log cannot be created.
  case cannotCreate(LogWriterError)
  /// The whole log could not be written to its end; nothing of it is left.
  case stopped(path: String, cause: LogWriterStop)
}
