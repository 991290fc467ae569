package import RecordCoding

/// Why a log cannot be replayed by this app.
package enum Incompatibility: Error, Equatable, Sendable {
  /// The log is of another app.
  case otherApp(expected: String, found: String)
  /// The log is of a newer format, or needs what this program does not know.
  case format(SessionReadError)
  /// The types of the state are not those of the log.
  case state(SchemaDifference)
  /// The types of the actions are not those of the log.
  case action(SchemaDifference)
  /// The draws of a dependency are in the log that this app does not record, or otherwise.
  case draws(name: String)
}
