import ComposableArchitecture
import DependencyInjection
import RecordCoding
import SessionLog

/// One way of an app through a log of any types, value by value and not byte by byte.
///
/// Slower than `ReplayRun`, which reads logs of today's types only. The state of the log is kept
/// beside the replayed one, so that a replay can go on from it after a step that differs.
struct ResolvedRun<State: Recordable, Action: Recordable> {
  private let resolution: SessionResolution
  private let reader: SessionReader
  private let log: SessionHeader
  private let app: PreparedReducer<State, Action>
  private var cursor: SessionCursor
  /// Whether each step begins with the recorded state, however the one before went.
  private let followsLog: Bool
  /// The number of the last step that was replayed.
  private(set) var number: UInt64
  /// The first step that was not as recorded.
  private(set) var divergence: Divergence?
  /// The last step after which the state was known to be as recorded.
  private var lastCertainStep: UInt64
  /// The step in which the app ended when it was recorded, if it has run to its end.
  private(set) var survivedStep: UInt64?
  /// Told of every step as it went this time, and of the state after it.
  var onStep: ((Action, StepRecord, inout State) -> Void)?
  /// Told of the first step behind a gap, and of the state before it.
  var onGap: ((UInt64, State) -> Void)?

  /// How many steps were as recorded before the first that was not.
  var matchedSteps: UInt64 {
    let last = divergence.map(\.since) ?? number - (survivedStep == nil ? 0 : 1)
    return last - min(reader.log.lostSteps(before: last + 1), last)
  }

  /// Prepares to replay the steps behind one, 0 for all.
  init(
    app: ReplayedApp<State, Action>, reader: SessionReader, resolution: SessionResolution,
    after step: UInt64 = 0, followsLog: Bool = false
  ) throws(SessionReadError) {
    self.app = PreparedReducer(app)
    self.resolution = resolution
    self.followsLog = followsLog
    log = reader.header
    cursor = try SessionCursor(reader, at: step)
    number = cursor.number
    lastCertainStep = number
    self.reader = reader
  }

  /// The state of the log after the last step.
  func recordedState(filling: RecordedValue? = nil) throws(Incompatibility) -> State {
    do {
      let value = try resolution.state.resolve(cursor.state, filling: filling)
      return try decode(value, as: resolution.header.state)
    } catch let error as ResolutionError {
      throw .state(step: number, error)
    } catch let error as RecordDecodingError {
      throw .state(step: number, .conversion(error))
    } catch {
      preconditionFailure("resolving throws its own errors only, not \(error)")
    }
  }

  /// Replays the steps, as long as the predicate holds for the divergence of each.
  mutating func proceed(while isWanted: (Divergence?) -> Bool) throws(ReplayStop) {
    let outcome = DependencyValues.run(under: app.dependencies) {
      () -> Result<Void, ReplayStop> in
      do throws(ReplayStop) {
        return .success(try replaySteps(while: isWanted))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private mutating func replaySteps(while isWanted: (Divergence?) -> Bool) throws(ReplayStop) {
    guard cursor.knowsState else { return }
    defer { reader.progress?.reduce(0) }
    var state = try ReplayStop.incompatible { () throws(Incompatibility) in try recordedState() }
    if reader.log.blocks.first.map({ $0.followsGap && $0.firstStep == number + 1 }) == true {
      onGap?(number + 1, state)
    }
    while true {
      if try ReplayStop.unreadable({ () throws(SessionReadError) in try cursor.crossGap() }) {
        number = cursor.number
        lastCertainStep = number
        state = try ReplayStop.incompatible { () throws(Incompatibility) in try recordedState() }
        onGap?(number + 1, state)
      }
      guard
        let step = try ReplayStop.unreadable({ () throws(SessionReadError) in try cursor.next() })
      else { return }
      let found = try replay(step, &state)
      number = step.number
      divergence = divergence ?? found
      guard isWanted(found) else { return }
      guard found != nil, followsLog, cursor.knowsState else { continue }
      state = try ReplayStop.incompatible { () throws(Incompatibility) in
        try recordedState(filling: try? value(of: state))
      }
    }
  }

  private mutating func replay(
    _ step: RecordedStep, _ state: inout State
  ) throws(ReplayStop) -> Divergence? {
    let action = try ReplayStop.incompatible { () throws(Incompatibility) in
      try self.action(of: step)
    }
    let draws = try ReplayStop.incompatible { () throws(Incompatibility) in
      try resolution.resolve(step.draws, of: log)
    }
    let before = state
    app.tape.answer(draws)
    reader.progress?.reduce(step.number)
    let returned = app.reduce(&state, action)
    let effect = returned.shape
    let drawProblem = app.tape.endAnswering() ? nil : app.tape.problem
    let certain = lastCertainStep
    let stateDivergence = step.isUnfinished ? nil : try compare(step, before, state)
    onStep?(
      action,
      StepRecord(
        number: step.number, elapsedMilliseconds: step.elapsedMilliseconds,
        details: StepDetails(
          origin: step.origin, draws: .of(draws), effect: effect,
          identities: returned.identities)), &state)
    if step.isUnfinished {
      // There is nothing to compare it with.
      survivedStep = step.number
      return nil
    }
    let kind: Divergence.Kind
    if let drawProblem {
      kind = .dependency(drawProblem.description(names: app.names))
    } else if let stateDivergence {
      kind = .state(stateDivergence)
    } else if effect != step.effect,
      log.redacted == nil || !effect.isRecorded(as: step.effect)
    {
      kind = .effect(expected: step.effect, actual: effect)
    } else {
      return nil
    }
    let text = ActionText(schema: log.schema, type: log.action).text(of: step.action)
    let since = if case .state = kind { certain } else { step.number - 1 }
    return Divergence(step: step.number, since: since, action: text, kind: kind)
  }

  private func action(of step: RecordedStep) throws(Incompatibility) -> Action {
    do {
      let value = try resolution.action.resolve(step.action)
      return try decode(value, as: resolution.header.action)
    } catch let error as ResolutionError {
      throw .action(step: step.number, error)
    } catch let error as RecordDecodingError {
      throw .action(step: step.number, .conversion(error))
    } catch {
      preconditionFailure("resolving throws its own errors only, not \(error)")
    }
  }

  /// Compares the recorded state, made into one of today's type, with the one that came out now.
  ///
  /// A field that the log does not hold is as it came out: there is nothing to compare it with. The
  /// same holds for the whole state where a log of another level does not have it.
  private mutating func compare(
    _ step: RecordedStep, _ before: State, _ after: State
  ) throws(ReplayStop) -> StateDivergence? {
    let recorded = try ReplayStop.unreadable { () throws(SessionReadError) in
      try reader.state(at: cursor)
    }
    guard let recorded else { return nil }
    var encoder = RecordEncoder()
    let hasChanged = encoder.encodeChange(from: before, to: after)
    if log.level == .steps, !hasChanged, !step.hasChange, divergence == nil {
      lastCertainStep = step.number
      return nil
    }
    let difference = try ReplayStop.incompatible { () throws(Incompatibility) in
      try self.difference(between: recorded, and: after, step: step.number)
    }
    if difference == nil { lastCertainStep = step.number }
    return difference
  }

  private func difference(
    between recorded: RecordedValue, and state: State, step: UInt64
  ) throws(Incompatibility) -> StateDivergence? {
    let header = resolution.header
    do {
      let actual = try value(of: state)
      let expected = try resolution.state.resolve(recorded, filling: actual)
      var encoder = RecordEncoder()
      encoder.encode(expected, as: header.state, in: header.schema)
      // Sets and dictionaries are in the order of their bytes, which may be another one by now.
      var decoder = RecordDecoder(encoder.bytes)
      if log.redacted != nil || header.redacted != nil {
        var copy = decoder
        if Redaction.isSame(try copy.decode(State.self), state) { return nil }
      }
      let ordered = try decoder.decodeValue(of: header.state, in: header.schema)
      return StateDivergence(expected: ordered, actual: actual, header: header)
    } catch let error as ResolutionError {
      throw .state(step: step, error)
    } catch let error as RecordDecodingError {
      throw .state(step: step, .conversion(error))
    } catch {
      preconditionFailure("resolving throws its own errors only, not \(error)")
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
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: resolution.header.schema)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode()
  }
}
