import RecordCoding
import RecordSchema
import SessionLog

/// The recorded states of a log of this build's types, read value by value beside a replay.
///
/// The log is read a second time for them, which only a replay with a difference is worth.
struct RecordedStates<State: Recordable> {
  private let reader: SessionReader
  private var cursor: SessionCursor
  /// The action of the last step, if one was read.
  private(set) var action: RecordedValue?
  /// What the last step is that was read.
  private(set) var kind = StepKind.action

  /// Goes to the state before a step.
  init(_ reader: SessionReader, before number: UInt64) throws(SessionReadError) {
    self.reader = reader
    cursor = try SessionCursor(reader, at: number - min(number, 1))
  }

  /// Goes on to the state after a step.
  mutating func goOn(to number: UInt64) throws(SessionReadError) {
    while cursor.number < number, let step = try cursor.next() {
      (action, kind) = (step.action, step.kind)
    }
  }

  /// The state as the app's type, if the log has it, with the parts that only keyframes hold as they
  /// are in another.
  func state(like other: State?) throws(SessionReadError) -> State? {
    guard cursor.knowsState else { return nil }
    do throws(BadBlock) {
      return try BadBlock.reading {
        var decoder = RecordDecoder(bytes)
        // Its type is said, because an optional state could be read as well.
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

  /// Whether a state is the recorded one, byte by byte; true if the log does not have that.
  func isSame(_ state: State) throws(SessionReadError) -> Bool {
    guard cursor.knowsState else { return true }
    var encoder = RecordEncoder()
    encoder.encode(state)
    if encoder.bytes == bytes { return true }
    guard reader.header.redacted != nil, let recorded = try self.state(like: nil) else {
      return false
    }
    return Redaction.isSame(recorded, state)
  }

  /// Where a state differs from the recorded one.
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
    var encoder = RecordEncoder()
    encoder.encode(cursor.state, as: reader.header.state, in: reader.header.schema)
    return encoder.bytes
  }
}

extension StateDivergence {
  /// What can be told of a state that differs and is too large to be read without its type.
  static let tooLarge = StateDivergence(
    path: "", expected: "another one, which is too large to be compared field by field",
    actual: "not that one", difference: [])

  /// What can be told of a state that differs when the log does not hold what it was.
  static func unknown(level: RecordingLevel) -> StateDivergence {
    StateDivergence(
      path: "", expected: "another one, of which a log of level '\(level.rawValue)' has no more",
      actual: "not that one", difference: [])
  }
}

extension ReplayStop {
  /// Whether a value of the log takes more memory than a value may that is read without its type.
  var isTooLarge: Bool {
    if case .unreadable(.badBlock(_, _, _, _, .value(let cause))) = self {
      cause.isLimit
    } else {
      false
    }
  }
}
