import RecordCoding
import RecordedValues
import SessionLog
import SessionModel
import SessionDocument

/// The recorded states of a log with this build's types, read value by value next to a replay.
///
/// The log is read a second time for these, so a replay uses them only after a difference.
struct RecordedStates<State: Recordable> {
  private let reader: SessionReader
  private var cursor: SessionCursor
  private(set) var action: RecordedValue?
  private(set) var kind = StepKind.action

  init(_ reader: SessionReader, before number: UInt64) throws(SessionReadError) {
    self.reader = reader
    cursor = try SessionCursor(reader, at: number - min(number, 1))
  }

  mutating func advance(to number: UInt64) throws(SessionReadError) {
    while cursor.number < number, let step = try cursor.next() {
      (action, kind) = (step.action, step.kind)
    }
  }

  /// Returns the state, if the log has it. The parts that only keyframes store come from `other`.
  func state(like other: State?) throws(SessionReadError) -> State? {
    guard cursor.knowsState else { return nil }
    do throws(BadBlock) {
      return try BadBlock.reading {
        var decoder = RecordDecoder(bytes)
        // The type is explicit, because an optional state could be decoded as well.
        let state = try decoder.decode(State.self)
        guard let other else { return state }
        decoder = RecordDecoder(bytes)
        decoder.supplement = KeyframeSupplement(of: other, for: state)
        return try decoder.decode(State.self)
      }
    } catch {
      throw reader.fault(ofStep: cursor.number, error)
    }
  }

  /// Returns whether a state encodes to the recorded bytes; `true` if the log doesn't have them.
  func isSame(_ state: State) throws(SessionReadError) -> Bool {
    guard cursor.knowsState else { return true }
    var encoder = RecordEncoder()
    encoder.encode(state)
    if encoder.bytes == bytes { return true }
    guard reader.header.redacted != nil, let recorded = try self.state(like: nil) else {
      return false
    }
    return TokenComparison.isSame(recorded, state)
  }

  func divergence(of state: State) throws(SessionReadError) -> StateDivergence {
    guard let expected = try reader.state(at: cursor) else {
      return .unknown(level: reader.header.level)
    }
    do throws(BadBlock) {
      var encoder = RecordEncoder()
      encoder.encode(state)
      var decoder = RecordDecoder(encoder.bytes)
      let actual = try BadBlock.reading {
        try decoder.decodeValue(of: reader.header.state, in: reader.header.schema)
      }
      return StateDivergence(expected: expected, actual: actual, header: reader.header)
        ?? .unknown(level: reader.header.level)
    } catch {
      throw reader.fault(ofStep: cursor.number, error)
    }
  }

  private var bytes: [UInt8] {
    reader.header.schema.bytes(of: cursor.state, as: reader.header.state)
  }
}

extension StateDivergence {
  /// The difference of a state that is too large to be read without its type.
  package static let tooLarge = StateDivergence(
    path: "", expected: "another value, which is too large to compare field by field",
    actual: "not that one", difference: [])

  static func unknown(level: RecordingLevel) -> StateDivergence {
    StateDivergence(
      path: "",
      expected: "another value, which a log of level '\(level.rawValue)' does not contain",
      actual: "a different value", difference: [])
  }
}

extension ReplayStop {
  /// Whether a value exceeds the memory limit for values that are read without their type.
  var isTooLarge: Bool {
    if case .unreadable(.badBlock(_, _, _, _, .value(let cause))) = self {
      cause.isLimit
    } else {
      false
    }
  }
}
