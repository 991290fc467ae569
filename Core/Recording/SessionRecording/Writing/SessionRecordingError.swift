package import RecordCoding
package import SessionLog
package import SessionModel

package enum SessionRecordingError: Error, Equatable, Sendable {
  case log(LogWriterError)
  /// A value of the step cannot be recorded. Step 0 is the initial state.
  case notRecordable(step: UInt64, RecordEncodingError)
  /// A log with the types of the app could not be read.
  case types(SessionHeaderError)
  /// The log could contain the listed secrets, but must not.
  case notStrict([String])
}

extension SessionRecordingError {
  package var endsRecording: Bool {
    if case .log(let error) = self { error.endsLog } else { true }
  }
}

extension SessionRecordingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .log(let error):
      error.description
    case .notRecordable(let step, let error):
      """
      recording stopped before step \(step): \(error). The steps before it are kept; \
      keep such values out of the state and the actions, or record them through a type of your own.
      """
    case .types(let error):
      error.description
    case .notStrict(let warnings):
      "recording is not strict: \(warnings.joined(separator: "; "))"
    }
  }
}
