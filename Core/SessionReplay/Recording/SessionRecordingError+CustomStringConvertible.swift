import RecordCoding
import SessionLog

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
