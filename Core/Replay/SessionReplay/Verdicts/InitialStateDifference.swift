import DependencyInjection
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel
package import SessionDocument
import SharedState

/// The first difference between an app's initial state and the state that a log begins with.
package struct InitialStateDifference: Encodable, Equatable, Sendable {
  package let path: String
  package let recorded: String
  package let current: String
}

extension SessionReplayer {
  /// Returns `nil` if the states are equal, the app gave none, or the log doesn't begin with step
  /// 1.
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

  /// Returns the bytes of an initial state, created under deterministic dependencies.
  static func initialBytes(of app: ReplayedApp<State, Action>) -> [UInt8]? {
    guard let initialState = app.initialState else { return nil }
    return withDependencies {
      $0.makeDeterministic()
      $0.detachSharedValues()
    } operation: {
      bytes(of: initialState())
    }
  }

  private static func bytes(of state: State) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
    encoder.encode(state)
    return encoder.bytes
  }
}
