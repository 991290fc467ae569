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

extension SessionRecordingError {
  /// Whether nothing more is recorded after this failure.
  package var endsRecording: Bool {
    if case .log(let error) = self { error.endsLog } else { true }
  }
}

extension SessionRecordingError: CustomStringConvertible {
  /// What failed, and what is to be done about it.
  package var description: String {
    switch self {
    case .log(let error):
      error.description
    case .notRecordable(let step, let error):
      """
      recording stopped before step \(step): \(error). The steps before it are kept; \
      keep such values out of the state and the actions, or record them through a type of your own.
      """
    case .notStrict(let warnings):
      "recording is not strict: \(warnings.joined(separator: "; "))"
    }
  }
}
