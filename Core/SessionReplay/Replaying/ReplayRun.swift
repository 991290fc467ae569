import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionLog

/// One way of an app through a log, step by step.
struct ReplayRun<State: Recordable, Action: Recordable> {
  private let reader: SessionReader
  private let kinds: [Int]
  private let names: [String]
  private let tape = DrawTape()
  private let dependencies: DependencyValues
  private let reduce: (inout State, Action) -> Effect<Action>
  private var decoder = RecordDecoder([])
  private var encoder = RecordEncoder()

  /// The number of the last step that was read.
  private(set) var number: UInt64 = 0
  /// The first step that was not as recorded.
  private(set) var divergence: Divergence?
  /// Told of every step as it went this time.
  var onStep: ((StepRecord<State, Action>) -> Void)?

  /// How many steps were as recorded before the first that was not.
  var matchedSteps: UInt64 { divergence.map { $0.step - 1 } ?? number }

  /// `kinds` gives for each dependency of the log the place of the app's.
  init(app: ReplayedApp<State, Action>, reader: SessionReader, kinds: [Int]) {
    self.reader = reader
    self.kinds = kinds
    names = app.dependencies.map(\.name)
    let tape = tape
    dependencies = withDependencies {
      $0.makeDeterministic()
      app.dependencies.install(in: &$0, tape: tape)
    } operation: {
      DependencyValues.current
    }
    reduce = DependencyValues.run(under: dependencies) { app.assemble().reduce }
  }

  /// The state before the first step.
  func initialState() throws(SessionReadError) -> State {
    guard reader.log.blocks.first?.startsWithKeyframe == true else {
      throw reader.fault(inBlockAt: 0, wholeSteps: 0, .noKeyframe)
    }
    var decoder = RecordDecoder(try reader.payload(ofBlockAt: 0))
    do throws(RecordDecodingError) {
      return try decoder.decode()
    } catch {
      throw reader.fault(inBlockAt: 0, wholeSteps: 0, .value(error))
    }
  }

  /// Replays the steps, as long as the predicate holds for the divergence of each.
  mutating func proceed(while isWanted: (Divergence?) -> Bool) throws(SessionReadError) {
    // In force once and not for each step: to put dependencies in force costs as much as a step.
    let outcome = DependencyValues.run(under: dependencies) {
      () -> Result<Void, SessionReadError> in
      do throws(SessionReadError) {
        return .success(try replayBlocks(while: isWanted))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private mutating func replayBlocks(
    while isWanted: (Divergence?) -> Bool
  ) throws(SessionReadError) {
    guard !reader.log.blocks.isEmpty else { return }
    var state = try initialState()
    for index in reader.log.blocks.indices {
      decoder = RecordDecoder(try reader.payload(ofBlockAt: index))
      do throws(BadBlock) {
        guard try replayBlock(reader.log.blocks[index], from: &state, while: isWanted) else {
          return
        }
      } catch {
        throw reader.fault(inBlockAt: index, wholeSteps: number, error)
      }
    }
  }

  private mutating func replayBlock(
    _ block: BlockInfo, from state: inout State, while isWanted: (Divergence?) -> Bool
  ) throws(BadBlock) -> Bool {
    if block.startsWithKeyframe { try passKeyframe(state) }
    for _ in 0..<block.stepCount {
      let found = try replayStep(&state)
      number += 1
      divergence = divergence ?? found
      guard isWanted(found) else { return false }
    }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
    return true
  }

  /// Passes over a state in the log, which is the one that the steps before it led to.
  ///
  /// Once the replay has diverged the two may differ, so that then it is only read.
  private mutating func passKeyframe(_ state: State) throws(BadBlock) {
    encoder.reset()
    encoder.encode(state)
    if decoder.skip(encoder.bytes) { return }
    let start = decoder.position
    try BadBlock.reading { _ = try decoder.decode(State.self) }
    guard divergence != nil else {
      throw .value(
        .changeDoesNotFit(
          description: "the steps before it lead to another state", offset: start))
    }
  }

  private mutating func replayStep(_ state: inout State) throws(BadBlock) -> Divergence? {
    let head = try StepHead(from: &decoder, number: number + 1)
    let actionStart = decoder.position
    let action = try BadBlock.reading { try decoder.decode(Action.self) }
    let draws =
      head.flags.contains(.draws) ? try [RecordedDraw](from: &decoder, header: reader.header) : []
    let before = state
    tape.answer(draws.map { RecordedDraw(kind: kinds[$0.kind], bytes: $0.bytes) })
    let effect = reduce(&state, action).shape
    let drawProblem = tape.endAnswering()
    let recordedEffect =
      head.flags.contains(.effect)
      ? try BadBlock.reading { try EffectShape(recorded: &decoder) } : .none
    let stateDivergence = try compareChange(from: before, to: state, head)

    onStep?(
      StepRecord(
        number: number + 1, action: action, origin: head.origin,
        elapsedMilliseconds: head.elapsedMilliseconds, draws: DrawRecording(draws, kinds: kinds),
        effect: effect, before: before, after: state))
    let kind: Divergence.Kind
    if let drawProblem {
      kind = .dependency(drawProblem.description(names: names))
    } else if let stateDivergence {
      kind = .state(stateDivergence)
    } else if effect != recordedEffect {
      kind = .effect(expected: recordedEffect, actual: effect)
    } else {
      return nil
    }
    return Divergence(step: number + 1, action: try text(ofActionAt: actionStart), kind: kind)
  }

  /// Reads the recorded change, and compares it with the one that was made now.
  ///
  /// A change has one form only, so that equal bytes mean equal changes.
  private mutating func compareChange(
    from before: State, to after: State, _ head: StepHead
  ) throws(BadBlock) -> StateDivergence? {
    encoder.reset()
    let hasChanged = encoder.encodeChange(from: before, to: after)
    let isRecorded = head.flags.contains(.change)
    if hasChanged == isRecorded, decoder.skip(encoder.bytes) { return nil }

    let header = reader.header
    var expected = try value(of: before)
    if isRecorded {
      try BadBlock.reading {
        try expected.apply(change: &decoder, as: header.state, in: header.schema)
      }
    }
    let actual = try value(of: after)
    return StateDivergence(expected: expected, actual: actual, header: header)
  }

  /// A state as it is read by the log's schema alone.
  private func value(of state: State) throws(BadBlock) -> RecordedValue {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try BadBlock.reading {
      try decoder.decodeValue(of: reader.header.state, in: reader.header.schema)
    }
  }

  private func text(ofActionAt start: Int) throws(BadBlock) -> String {
    var decoder = decoder
    decoder.position = start
    let header = reader.header
    let action = try BadBlock.reading {
      try decoder.decodeValue(of: header.action, in: header.schema)
    }
    return ActionText(schema: header.schema, type: header.action).text(of: action)
  }
}
