import ComposableArchitecture
import RecordCoding
import SessionLog

extension ReplayRun {
  /// A difference in full: the action, and what was expected.
  ///
  /// The log is read a second time up to the step, which only a step that differs is worth. A state
  /// that is too large to be read without its type is said to differ, and no more.
  func detail(
    of difference: StepDifference, leadingTo state: State
  ) throws(SessionReadError) -> Divergence {
    do throws(SessionReadError) {
      return try fullDetail(of: difference, leadingTo: state)
    } catch {
      guard case .badBlock(_, _, _, _, .value(let cause)) = error, cause.isLimit else {
        throw error
      }
      return divergence(try kind(of: difference) { .tooLarge }, action: "")
    }
  }

  private func fullDetail(
    of difference: StepDifference, leadingTo state: State
  ) throws(SessionReadError) -> Divergence {
    var cursor = try SessionCursor(reader, at: number - 1)
    let step = try cursor.next()
    let header = reader.header
    let action = step.map {
      ActionText(schema: header.schema, type: header.action).text(of: $0.action)
    }
    let kind = try kind(of: difference) { () throws(SessionReadError) in
      try stateDivergence(cursor, state)
    }
    return divergence(kind, action: action ?? "")
  }

  private func kind(
    of difference: StepDifference, state: () throws(SessionReadError) -> StateDivergence
  ) throws(SessionReadError) -> Divergence.Kind {
    switch difference {
    case .dependency(let problem): .dependency(problem.description(names: names))
    case .effect(let expected, let actual): .effect(expected: expected, actual: actual)
    case .state: .state(try state())
    }
  }

  private func divergence(_ kind: Divergence.Kind, action: String) -> Divergence {
    Divergence(
      step: number, since: reader.header.level == .actions ? lastCertainStep : number - 1,
      action: action, kind: kind)
  }

  private func stateDivergence(
    _ cursor: SessionCursor, _ state: State
  ) throws(SessionReadError) -> StateDivergence {
    let expected = cursor.knowsState ? cursor.state : try reader.keyframe(after: number)
    guard let expected else { return .unknown(level: reader.header.level) }
    do throws(BadBlock) {
      let actual = try BadBlock.reading { try value(of: state) }
      return StateDivergence(expected: expected, actual: actual, header: reader.header)
        ?? .unknown(level: reader.header.level)
    } catch {
      throw reader.fault(ofStep: number, error)
    }
  }

  /// A state as it is read by the log's schema alone.
  private func value(of state: State) throws(RecordDecodingError) -> RecordedValue {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decodeValue(of: reader.header.state, in: reader.header.schema)
  }
}

extension SessionCursor {
  /// The state as the app's type.
  func state<State: Recordable>(in header: SessionHeader) throws(RecordDecodingError) -> State {
    var encoder = RecordEncoder()
    encoder.encode(state, as: header.state, in: header.schema)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode()
  }
}

extension StateDivergence {
  /// What can be told of a state that differs and is too large to be read without its type.
  fileprivate static let tooLarge = StateDivergence(
    path: "", expected: "another one, which is too large to be compared field by field",
    actual: "not that one", difference: [])

  /// What can be told of a state that differs when the log does not hold what it was.
  fileprivate static func unknown(level: RecordingLevel) -> StateDivergence {
    StateDivergence(
      path: "", expected: "another one, of which a log of level '\(level.rawValue)' has no more",
      actual: "not that one", difference: [])
  }
}
