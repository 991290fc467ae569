import ActionText
import RecordCoding

/// Why a line of input could not be done.
enum LineError: Error, Equatable, Sendable {
  /// It is no line of a script.
  case script(ScriptLineError)
  /// It is no action of the app.
  case action(ActionReadError)
  /// It has more bytes than are read.
  case tooLong
  /// It is not text.
  case notUTF8
  /// The input cannot be read any further.
  case unreadable(SystemFailure)

  /// Whether there is no such action, and none that is like it.
  var isUnknownAction: Bool {
    guard case .action(.text(.unknownAction(_, let suggestions, _))) = self else { return false }
    return suggestions.isEmpty
  }

  /// Whether a person at a terminal can go on with another line.
  var isPassedOver: Bool {
    if case .unreadable = self { false } else { true }
  }
}
