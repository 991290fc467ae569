import ComposableArchitecture
import DependencyInjection
import RecordCoding
import RecordSchema
import SessionLog
import SharedState

/// The first difference of an app's own initial state from that of a log, with which a replay begins.
package struct InitialStateDifference: Encodable, Equatable, Sendable {
  /// The path of the first field that differs.
  package let path: String
  /// The recorded value of the field.
  package let recorded: String
  /// The value of the field in the app.
  package let current: String
}

extension SessionReplayer {
  /// Returns the difference of the app's initial state from that of a log; `nil` if there is none, if
  /// the app gave no initial state, or if the log does not begin with its first step.
  package func initialStateDifference(of reader: SessionReader) -> InitialStateDifference? {
    guard let current = initialBytes.value, reader.log.stepsBeforeStart == 0,
      let cursor = try? SessionCursor(reader), cursor.knowsState, cursor.number == 0,
      let states = try? states(of: reader),
      let recorded = try? states.withState(of: cursor.state, after: 0, Self.bytes),
      recorded != current
    else { return nil }
    let header = states.newHeader
    func value(_ bytes: [UInt8]) -> RecordedValue? {
      var decoder = RecordDecoder(bytes)
      return try? decoder.decodeValue(of: header.state, in: header.schema)
    }
    guard let recordedValue = value(recorded), let currentValue = value(current),
      let first = ValueDifference.first(
        expected: recordedValue, actual: currentValue, as: header.state, in: header.schema)
    else { return nil }
    return InitialStateDifference(
      path: first.path, recorded: first.expected, current: first.actual)
  }

  /// The bytes of an app's initial state, made under dependencies that reach nothing outside.
  static func initialBytes(of app: ReplayedApp<State, Action>) -> [UInt8]? {
    guard let initialState = app.initialState else { return nil }
    return withDependencies {
      $0.makeDeterministic()
      $0.detachSharedValues()
    } operation: {
      bytes(of: initialState())
    }
  }

  /// The bytes of a state with masks in place of redacted values.
  private static func bytes(of state: State) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
    encoder.encode(state)
    return encoder.bytes
  }
}
