import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionLog

/// One way of an app through a log, step by step.
struct ReplayRun<State: Recordable, Action: Recordable>: ~Copyable {
  var reader: SessionReader
  private let kinds: [Int]
  /// Whether what keyframes hold beside the state is of this app's types.
  private let readsSupplements: Bool
  let names: [String]
  private let tape: DrawTape
  private let dependencies: DependencyValues
  private let reduce: (inout State, Action) -> Effect<Action>
  private let level: RecordingLevel
  private let progress: StepProgress?
  private let reuse: ReplayReuse<State, Action>?
  private var change = RecordEncoder()
  /// The last step after which the state was known to be as recorded.
  private(set) var lastCertainStep: UInt64 = 0
  /// Where the recorded states are read, once they are needed.
  private var record: SessionCursor?

  /// The number of the last step that was read.
  private(set) var number: UInt64 = 0
  /// The first step that was not as recorded.
  private(set) var divergence: Divergence?
  /// Told of every step as it went this time, and of the state after it.
  var onStep: ((Action, StepRecord, inout State) -> Void)?

  /// Told of the first step behind a gap, and of the state before it.
  var onGap: ((UInt64, State) -> Void)?

  /// Whether a step in which the app ended when it was recorded is reduced, or left alone.
  var entersUnfinishedStep = true
  /// The step in which the app ended when it was recorded, if it has run to its end.
  private(set) var survivedStep: UInt64?

  private var expansion = ExpansionLimit()
  /// Where to go on when `proceed` is called again.
  private var resumed: (state: State, track: StateTrack<State>)?

  /// Whether a difference ended the replay.
  private(set) var hasStoppedEarly = false

  /// How many steps were as recorded before the first that was not.
  var matchedSteps: UInt64 {
    let last = divergence.map { $0.since } ?? number - (survivedStep == nil ? 0 : 1)
    return last - min(reader.log.lostSteps(before: last + 1), last)
  }

  /// `kinds` gives for each dependency of the log the place of the app's.
  init(
    app: PreparedReducer<State, Action>, reader: SessionReader, kinds: [Int],
    readsSupplements: Bool, reuse: ReplayReuse<State, Action>? = nil
  ) {
    self.reuse = reuse
    self.reader = reader
    self.kinds = kinds
    self.readsSupplements = readsSupplements
    level = reader.header.level
    progress = reader.progress
    names = app.names
    tape = app.tape
    dependencies = app.dependencies
    reduce = app.reduce
  }

  /// The state before the first step.
  func initialState() throws(SessionReadError) -> State {
    try initialState(of: try reader.steps(ofBlockAt: 0))
  }

  private func initialState(of block: BlockSteps) throws(SessionReadError) -> State {
    do throws(BadBlock) {
      guard let keyframe = block.keyframe else { throw .noKeyframe }
      guard let reuse, readsSupplements == (block.supplement != nil) else {
        return try state(ofKeyframe: keyframe, in: block)
      }
      let end = block.supplement?.upperBound ?? keyframe.upperBound
      let bytes = keyframe.lowerBound..<end
      return try reuse.initialState(bytes, of: block.payload) { () throws(BadBlock) in
        try state(ofKeyframe: keyframe, in: block)
      }
    } catch {
      throw reader.fault(inBlockAt: 0, wholeSteps: 0, error)
    }
  }

  private func state(
    ofKeyframe range: Range<Int>, in block: BlockSteps
  ) throws(BadBlock) -> State {
    var decoder = RecordDecoder(block.payload, in: range)
    if readsSupplements, let supplement = block.supplement {
      decoder.supplement = try BadBlock.reading {
        try KeyframeSupplement(block.payload, in: supplement, ofStateAt: range.lowerBound)
      }
    }
    let state = try BadBlock.reading { try decoder.decode(State.self) }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
    return state
  }

  /// Replays the steps, as long as the predicate holds for each that differs.
  ///
  /// Called again when `reader` knows more blocks, it goes on with those.
  mutating func proceed(
    while isWanted: (StepDifference) -> Bool
  ) throws(SessionReadError) {
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

  /// The first block of which not all steps have been replayed.
  private var firstUnreplayedBlock: Int {
    reader.log.blocks.firstIndex { $0.lastStep > number } ?? reader.log.blocks.count
  }

  private mutating func replayBlocks(
    while isWanted: (StepDifference) -> Bool
  ) throws(SessionReadError) {
    let nextBlock = resumed == nil ? 0 : firstUnreplayedBlock
    guard nextBlock < reader.log.blocks.count else { return }
    defer { progress?.reduce(0) }
    var state: State
    var firstBlock: BlockSteps?
    if let resumed {
      state = resumed.state
    } else {
      let block = try reader.steps(ofBlockAt: 0)
      state = try initialState(of: block)
      firstBlock = block
    }
    let track = resumed?.track ?? reuse?.track(from: state) ?? StateTrack(state)
    resumed = nil
    let blocks = BlockPrefetcher(reader, from: nextBlock, first: firstBlock)
    for index in nextBlock..<reader.log.blocks.count {
      let block = try blocks.block()
      // A block of the journal is as long as what stands in it, and comes again when it has grown.
      if !reader.log.isInJournal(blockAt: index) {
        do throws(BadBlock) {
          try expansion.pass(block)
        } catch {
          throw reader.fault(inBlockAt: index, wholeSteps: number, error)
        }
      }
      let hasBegun = reader.log.blocks[index].firstStep <= number
      if !hasBegun, let keyframe = block.keyframe {
        let isPassed: Bool
        do throws(BadBlock) {
          if reader.log.blocks[index].followsGap {
            state = try self.state(ofKeyframe: keyframe, in: block)
            track.state = state
            number = reader.log.blocks[index].firstStep - 1
            onGap?(number + 1, state)
            isPassed = true
          } else {
            isPassed = try pass(keyframe, of: block, state)
          }
        } catch {
          throw reader.fault(inBlockAt: index, wholeSteps: number, error)
        }
        if !isPassed, try !goes(on: .state, &state, track, while: isWanted) { return }
        lastCertainStep = number
      }
      guard try replay(block, at: index, from: &state, track, while: isWanted) else { return }
    }
    resumed = (state, track)
  }

  private mutating func replay(
    _ block: BlockSteps, at index: Int, from state: inout State, _ track: StateTrack<State>,
    while isWanted: (StepDifference) -> Bool
  ) throws(SessionReadError) -> Bool {
    var rows = ActionRows<Action>(count: 0)
    var chunk = -1
    var steps = StepIterator(block.chunks)
    // What of a block stood in the journal before has been replayed.
    var passed = number - min(reader.log.blocks[index].firstStep - 1, number)
    while let step = steps.next() {
      if passed > 0 {
        passed -= 1
        continue
      }
      if step.isUnfinished, !entersUnfinishedStep { break }
      if step.chunk != chunk {
        chunk = step.chunk
        rows = ActionRows(count: block.chunks[chunk].rows.count)
      }
      let difference: StepDifference?
      do throws(BadBlock) {
        difference = try replay(step, rows, of: block, from: &state, track)
      } catch {
        throw reader.fault(inBlockAt: index, wholeSteps: number, error)
      }
      number += 1
      guard let difference else { continue }
      guard try goes(on: difference, &state, track, while: isWanted) else { return false }
    }
    return true
  }

  /// Replays one step, and tells how it differs.
  private mutating func replay(
    _ step: StepPlace, _ rows: ActionRows<Action>, of block: BlockSteps, from state: inout State,
    _ track: StateTrack<State>
  ) throws(BadBlock) -> StepDifference? {
    let row = block.chunks[step.chunk].rows[step.row]
    try rows.read(step.row, as: row, of: block.payload, level: level)
    let action = rows.action(at: step.row)
    let recorded = rows.detail(at: step.row)
    let origin = try step.origin(of: number + 1)
    let draws = try step.draws.map { draws throws(BadBlock) in try self.draws(draws, of: block) }
    tape.answer(draws ?? [])
    progress?.reduce(number + 1)
    let effect = reduce(&state, action.pointee)
    let drewAsRecorded = tape.endAnswering()
    if step.isUnfinished { return survive(action.pointee, step, origin, effect, &state) }
    let isSameChange = isRecorded(recorded.pointee.change, of: block.payload, to: &state, track)
    // Most steps are as recorded and have no effect, which is told without a look at the forms.
    if drewAsRecorded, isSameChange, effect.isNone, !recorded.pointee.hasEffect, onStep == nil {
      return nil
    }
    let shape = effect.shape
    if let onStep {
      onStep(
        action.pointee,
        StepRecord(
          number: number + 1, elapsedMilliseconds: step.elapsedMilliseconds,
          details: StepDetails(
            origin: origin, draws: .of(draws ?? []), effect: shape, identities: effect.identities)),
        &state)
    }
    if let drawProblem = tape.problem { return .dependency(drawProblem) }
    if !isSameChange { return .state }
    if shape != recorded.pointee.effect,
      reader.header.redacted == nil || !shape.isRecorded(as: recorded.pointee.effect)
    {
      return .effect(expected: recorded.pointee.effect, actual: shape)
    }
    return nil
  }

  /// Notes that a step has run to its end in which the app ended when it was recorded: there is
  /// nothing to compare it with.
  @inline(never)
  private mutating func survive(
    _ action: Action, _ step: StepPlace, _ origin: StepOrigin, _ effect: Effect<Action>,
    _ state: inout State
  ) -> StepDifference? {
    survivedStep = number + 1
    onStep?(
      action,
      StepRecord(
        number: number + 1, elapsedMilliseconds: step.elapsedMilliseconds,
        details: StepDetails(
          origin: origin, draws: nil, effect: effect.shape, identities: effect.identities)), &state)
    return nil
  }

  private func draws(
    _ range: Range<Int>, of block: BlockSteps
  ) throws(BadBlock) -> [RecordedDraw] {
    try [RecordedDraw](from: block.payload, in: range, header: reader.header, kinds: kinds)
  }

  /// Whether a change to a state is the recorded one.
  ///
  /// A change has one form only, so that equal bytes mean equal changes.
  private mutating func isRecorded(
    _ recorded: Range<Int>?, of payload: [UInt8], to state: inout State, _ track: StateTrack<State>
  ) -> Bool {
    guard level != .actions else { return true }
    change.reset()
    let hasChanged = track.advance(to: &state, into: &change)
    guard hasChanged, let recorded else { return hasChanged == (recorded != nil) }
    if level == .steps { return change.withUnsafeBytes { payload.holds($0, at: recorded) } }
    return withUnsafeBytes(of: change.digest.value.littleEndian) { payload.holds($0, at: recorded) }
  }

  /// Passes over a keyframe; returns whether it is the state that the steps before it led to.
  ///
  /// Once the replay has diverged the two may differ.
  private mutating func pass(
    _ keyframe: Range<Int>, of block: BlockSteps, _ state: State
  ) throws(BadBlock) -> Bool {
    let payload = block.payload
    change.reset()
    change.encode(state)
    if change.withUnsafeBytes({ payload.holds($0, at: keyframe) }) { return true }
    if reader.header.redacted != nil {
      var decoder = RecordDecoder(payload, in: keyframe)
      let recorded = try BadBlock.reading { try decoder.decode(State.self) }
      if Redaction.isSame(recorded, state) { return true }
    }
    _ = try self.state(ofKeyframe: keyframe, in: block)
    if level == .actions { return false }
    guard divergence != nil else { throw .otherKeyframe }
    return true
  }

  /// Notes a difference; returns whether the replay is to go on.
  private mutating func goes(
    on difference: StepDifference, _ state: inout State, _ track: StateTrack<State>,
    while isWanted: (StepDifference) -> Bool
  ) throws(SessionReadError) -> Bool {
    if case .state = difference, let recorded = try recordedStateButForSecrets(state) {
      state = recorded
      track.state = recorded
      return true
    }
    if divergence == nil { divergence = try detail(of: difference, leadingTo: state) }
    hasStoppedEarly = !isWanted(difference)
    return !hasStoppedEarly
  }

  /// The recorded state after the last step, if it is the same apart from what is redacted.
  private mutating func recordedStateButForSecrets(
    _ state: State
  ) throws(SessionReadError) -> State? {
    guard reader.header.redacted != nil, let recorded = try recordedState(),
      Redaction.isSame(recorded, state)
    else { return nil }
    return recorded
  }

  /// The recorded state after the last step, if the log has it.
  private mutating func recordedState() throws(SessionReadError) -> State? {
    var cursor: SessionCursor
    if let record { cursor = record } else { cursor = try SessionCursor(reader, at: number) }
    while cursor.number < number, try cursor.next() != nil {}
    record = cursor
    guard cursor.knowsState else { return nil }
    do throws(BadBlock) {
      // Its type is said, because an optional state could be read as well.
      let state: State = try BadBlock.reading { try cursor.state(in: reader.header) }
      return state
    } catch {
      throw reader.fault(ofStep: number, error)
    }
  }
}
