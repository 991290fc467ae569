package import RecordCoding
package import RecordSchema

/// Why a log cannot be replayed by this app.
package indirect enum Incompatibility: Error, Equatable, Codable, Sendable {
  /// The log is of another app.
  case otherApp(expected: String, found: String)
  /// The log is of a newer format, or needs what this program does not know.
  case format(SessionReadError)
  /// The log is of a newer version of the app's types.
  case newerTypes(expected: Int, found: Int)
  /// The state after a step, 0 for the first state, cannot be one of today's types.
  case state(step: UInt64, ResolutionError)
  /// The action of a step cannot be one of today's types.
  case action(step: UInt64, ResolutionError)
  /// The draws of a dependency are in the log that this app does not record, or otherwise.
  case draws(name: String)
}
