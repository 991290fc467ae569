/// Why a log cannot be recovered.
package enum LogRecoveryError: Error, Equatable, Sendable {
  /// Nothing can be read from the damaged log.
  case cannotRead(LogReaderError)
  /// No step of the log, nor the state before the first, is left.
  case nothingLeft(path: String, [LogLoss])
  /// The file for the whole log cannot be created.
  case cannotCreate(LogWriterError)
  /// The whole log could not be written to its end; nothing of it is left.
  case stopped(path: String, cause: LogWriterStop)
}
