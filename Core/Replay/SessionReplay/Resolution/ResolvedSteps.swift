import RecordedValues
import SessionRecording
import RecordCoding
import ReducerRuntime
import SchemaEvolution
import SessionLog
import SessionModel
import SessionDocument

/// The steps of a log of any types, resolved value by value. This takes longer than the comparison
/// of bytes by `TypedSteps`, and needs a copy of the log's state.
final class ResolvedSteps<State: Recordable, Action: Recordable>: StepSource {
  var reader: SessionReader
  var entersUnfinishedStep = true
  var storage: StateStorage<State>?
  let text: EffectText

  private let resolution: SessionResolution
  private let log: SessionHeader
  private var cursor: SessionCursor
  private var step: RecordedStep?
  private var hasBegun = false
  private let pointer: UnsafeMutablePointer<Action>
  private var hasAction = false
  private let current: UnsafeMutablePointer<State>
  private var hasState = false
  /// Whether all states so far matched. An unchanged state then matches, too.
  private var isAsRecorded = true
  /// Whether a change of the state can also change the kept copy, through a shared reference.
  private let changesInPlace = SharedReference.first(in: State.self) != nil

  init(_ reader: SessionReader, by resolution: SessionResolution) throws(SessionReadError) {
    self.reader = reader
    self.resolution = resolution
    log = reader.header
    text = EffectText(header: resolution.header)
    cursor = try SessionCursor(reader)
    pointer = .allocate(capacity: 1)
    current = .allocate(capacity: 1)
  }

  deinit {
    if hasAction { pointer.deinitialize(count: 1) }
    if hasState { current.deinitialize(count: 1) }
    pointer.deallocate()
    current.deallocate()
  }

  var action: UnsafePointer<Action> { UnsafePointer(pointer) }
  var actionReferences: [UInt8] { step?.references ?? [] }

  func next() throws(ReplayStop) -> StepEvent {
    guard hasBegun else {
      guard cursor.knowsState else { return .end }
      hasBegun = true
      return .begins(firstStep: cursor.number + 1)
    }
    if try ReplayStop.unreadable({ () throws(SessionReadError) in try cursor.crossGap() }) {
      return .begins(firstStep: cursor.number + 1)
    }
    let next = try ReplayStop.unreadable { () throws(SessionReadError) in try cursor.next() }
    guard let next, !next.isUnfinished || entersUnfinishedStep else { return .end }
    step = next
    if next.kind != .action {
      var step = ReplayedStep(number: next.number, origin: .sent)
      step.elapsedMilliseconds = next.elapsedMilliseconds
      if case .string(let text) = next.action { return .mark(step, text: text) }
      return .outside(step)
    }
    let action = try resolved(next)
    let value = storage?.connecting(action, by: next.references) ?? action
    if hasAction { pointer.pointee = value } else { pointer.initialize(to: value) }
    hasAction = true
    let reads = try ReplayStop.incompatible { () throws(Incompatibility) in
      try resolution.resolve(next.reads, of: log)
    }
    return .step(
      ReplayedStep(
        number: next.number, origin: next.origin,
        elapsedMilliseconds: next.elapsedMilliseconds, reads: reads,
        isUnfinished: next.isUnfinished, hasEffect: next.effect != .none))
  }

  private func resolved(_ step: RecordedStep) throws(ReplayStop) -> Action {
    do {
      let value = try resolution.action.resolve(step.action)
      return try decode(value, as: resolution.header.action)
    } catch {
      throw .incompatible(.action(step: step.number, ResolutionError(error)))
    }
  }

  func recordedEffect() -> EffectShape {
    step?.effect.mapSent { sent in
      guard case .bytes(let bytes) = sent else { return .unknown }
      var decoder = RecordDecoder(bytes)
      guard let value = try? decoder.decodeValue(of: log.action, in: log.schema),
        let resolved = try? resolution.action.resolve(value)
      else { return .unknown }
      let header = resolution.header
      return .bytes(header.schema.bytes(of: resolved, as: header.action))
    } ?? .none
  }

  func actionText() throws(ReplayStop) -> String {
    step.map { $0.text(ActionText(schema: log.schema, type: log.action)) } ?? ""
  }

  func stateHere() throws(ReplayStop) -> State {
    let state = try ReplayStop.incompatible { () throws(Incompatibility) in
      try recordedState(filling: nil)
    }
    // The supplement says which references share a value in the state as it was recorded.
    guard resolution.header.readsSupplements(of: log), let bytes = cursor.supplement,
      let supplement = KeyframeSupplement(ofPartsIn: bytes, for: state)
    else { return state }
    return reading(state, with: supplement)
  }

  func stateAfterOutsideChange(
    of state: UnsafePointer<State>
  ) throws(ReplayStop) -> [UInt8]? {
    guard cursor.knowsState else { return nil }
    return try ReplayStop.incompatible { () throws(Incompatibility) in
      try recordedState(filling: try? value(of: state.pointee))
    }.recordedBytes
  }

  func resume(from state: State) {
    keep(state)
    isAsRecorded = true
  }

  private func keep(_ state: State) {
    if hasState { current.pointee = state } else { current.initialize(to: state) }
    hasState = true
  }

  /// A field that the log lacks takes its replayed value, since there is nothing to compare it
  /// with. The same applies to the whole state if a log of a different level doesn't have it.
  func compare(_ state: UnsafePointer<State>) throws(ReplayStop) -> StateMatch {
    var encoder = RecordEncoder()
    let hasChanged = !hasState || encoder.encodeChange(from: current.pointee, to: state.pointee)
    if hasChanged { keep(state.pointee) }
    guard let recorded = try recordedValue() else { return .unknown }
    if log.level != .actions, !hasChanged, !changesInPlace, step?.hasChange == false, isAsRecorded {
      return .same
    }
    isAsRecorded = try difference(between: recorded, and: state.pointee) == nil
    return isAsRecorded ? .same : .different
  }

  func isKeyframe(
    _ state: UnsafePointer<State>, afterDivergence: Bool
  ) throws(ReplayStop) -> Bool { true }

  func partsDifference(
    of state: UnsafePointer<State>
  ) throws(ReplayStop) -> StateDivergence? { nil }

  func isWholeState(_ state: State) throws(ReplayStop) -> Bool {
    guard let recorded = try recordedValue() else { return true }
    return try difference(between: recorded, and: state) == nil
  }

  func divergence(of state: State) throws(ReplayStop) -> StateDivergence {
    guard let recorded = try recordedValue(),
      let difference = try difference(between: recorded, and: state)
    else { return .unknown(level: log.level) }
    return difference
  }

  func recordedState(like state: State) throws(ReplayStop) -> State? {
    guard cursor.knowsState else { return nil }
    let recorded = try ReplayStop.incompatible { () throws(Incompatibility) in
      try recordedState(filling: try? value(of: state))
    }
    guard let supplement = KeyframeSupplement(of: state, for: recorded) else { return recorded }
    return reading(recorded, with: supplement)
  }

  private func reading(_ state: State, with supplement: KeyframeSupplement) -> State {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    decoder.supplement = supplement
    return (try? decoder.decode(State.self)) ?? state
  }

  private func recordedValue() throws(ReplayStop) -> RecordedValue? {
    try ReplayStop.unreadable { () throws(SessionReadError) in try reader.state(at: cursor) }
  }

  private func recordedState(filling: RecordedValue?) throws(Incompatibility) -> State {
    do {
      let value = try resolution.state.resolve(cursor.state, filling: filling)
      return try decode(value, as: resolution.header.state)
    } catch {
      throw .state(step: cursor.number, ResolutionError(error))
    }
  }

  private func difference(
    between recorded: RecordedValue, and state: State
  ) throws(ReplayStop) -> StateDivergence? {
    let header = resolution.header
    do {
      let actual = try value(of: state)
      let expected = try resolution.state.resolve(recorded, filling: actual)
      // Sets and dictionaries are sorted by their bytes, an order that may have changed since.
      var decoder = RecordDecoder(header.schema.bytes(of: expected, as: header.state))
      if log.redacted != nil || header.redacted != nil {
        var copy = decoder
        if TokenComparison.isSame(try copy.decode(State.self), state) { return nil }
      }
      let ordered = try decoder.decodeValue(of: header.state, in: header.schema)
      return StateDivergence(expected: ordered, actual: actual, header: header)
    } catch {
      throw .incompatible(.state(step: cursor.number, ResolutionError(error)))
    }
  }

  private func value(of state: State) throws(RecordDecodingError) -> RecordedValue {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decodeValue(of: resolution.header.state, in: resolution.header.schema)
  }

  private func decode<Value: Recordable>(
    _ value: RecordedValue, as type: TypeReference
  ) throws(RecordDecodingError) -> Value {
    try resolution.header.schema.typed(value, as: type)
  }
}

extension ResolutionError {
  /// Creates an error; a resolved value that can't be decoded counts as a failed conversion.
  fileprivate init(_ error: any Error) {
    switch error {
    case let error as ResolutionError: self = error
    case let error as RecordDecodingError: self = .conversion(error)
    default: preconditionFailure("resolving throws its own errors only, not \(error)")
    }
  }
}
