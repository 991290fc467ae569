package import RecordCoding
package import SessionLog

/// Why a session is not recorded, or not to its end.
package enum SessionRecordingError: Error, Equatable, Sendable {
  /// The log could not be written.
  case log(LogWriterError)
  /// A value of the step cannot be recorded; step 0 is the state before the first.
  case notRecordable(step: UInt64, RecordEncodingError)
  /// The log may hold secrets, and must not; says which.
  case notStrict([String])
}
