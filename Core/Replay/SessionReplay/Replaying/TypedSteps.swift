import SessionRecording
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel
import SessionDocument

/// The steps of a log whose types are recorded in the same way as this build's.
///
/// Changes are compared byte by byte. Each change has only one encoding. Equal changes therefore
/// have equal bytes.
final class TypedSteps<State: Recordable, Action: Recordable>: StepSource {
  var reader: SessionReader
  var entersUnfinishedStep = true
  var storage: StateStorage<State>?
  let text: EffectText

  private let indices: [Int]
  private let readsSupplements: Bool
  private let level: RecordingLevel
  private let actionsChangeInPlace = SharedReference.first(in: Action.self) != nil
  private let reuse: ReplayReuse<State, Action>?
  private var expansion = ExpansionLimit()
  private var record: RecordedStates<State>?

  // Used by one thread, without overlapping accesses; checks would cost a tenth of a step.
  @exclusivity(unchecked) private var blocks: BlockPrefetcher?
  @exclusivity(unchecked) private var nextBlock = 0
  @exclusivity(unchecked) private var hasBlock = false
  @exclusivity(unchecked) private var payload: [UInt8] = []
  @exclusivity(unchecked) private var chunks: [StepChunk] = []
  @exclusivity(unchecked) private var sourceRows: [StepChunk.Row] = []
  @exclusivity(unchecked) private var steps = StepIterator([])
  @exclusivity(unchecked) private var rows: ActionRows<Action>
  @exclusivity(unchecked) private var chunk = -1
  /// The number of steps at the start of a journal block that were replayed before the block grew.
  @exclusivity(unchecked) private var passed: UInt64 = 0
  @exclusivity(unchecked) private var keyframe: Range<Int>?
  @exclusivity(unchecked) private var supplement: Range<Int>?
  @exclusivity(unchecked) private var digests: PartDigests?
  @exclusivity(unchecked) private var hasPassedDigests = false
  private let parts: PartComparison<State>
  @exclusivity(unchecked) private var number: UInt64 = 0
  /// The action and the other row parts of the current step; they point into `rows`.
  @exclusivity(unchecked) private(set) var action: UnsafePointer<Action>
  @exclusivity(unchecked) private var detail: UnsafePointer<RowDetail>
  @exclusivity(unchecked) private var change = RecordEncoder()
  private var outsideChange = 0..<0
  @exclusivity(unchecked) private var track: StateTrack<State>?

  /// Creates a source; `indices` has the app's index of each dependency of the log.
  init(
    _ reader: SessionReader, indices: [Int], readsSupplements: Bool,
    reuse: ReplayReuse<State, Action>? = nil
  ) {
    self.reader = reader
    self.indices = indices
    self.readsSupplements = readsSupplements
    self.reuse = reuse
    level = reader.header.level
    rows = ActionRows(count: 0, changeInPlace: false, header: reader.header)
    action = rows.action(at: 0)
    detail = rows.detail(at: 0)
    text = EffectText(header: reader.header)
    parts = PartComparison(of: reader.header)
  }

  func next() throws(ReplayStop) -> StepEvent {
    do throws(SessionReadError) {
      while true {
        if let location = steps.next() {
          if passed > 0 {
            passed -= 1
            continue
          }
          if location.isUnfinished, !entersUnfinishedStep { continue }
          guard location.kind == .action else { return stepWithoutAction(at: location) }
          return .step(try step(at: location))
        }
        if digests != nil, !hasPassedDigests {
          hasPassedDigests = true
          keyframe = nil
          return .digests
        }
        guard try openBlock() else { return .end }
        if let event = eventOfKeyframe() { return event }
      }
    } catch {
      throw .unreadable(error)
    }
  }

  private func stepWithoutAction(at location: StepLocation) -> StepEvent {
    if location.chunk != chunk { enter(chunk: location.chunk) }
    let content = sourceRows[location.row].content
    number += 1
    var step = ReplayedStep(number: number, origin: .sent)
    step.elapsedMilliseconds = location.elapsedMilliseconds
    if location.kind == .mark {
      return .mark(step, text: String(decoding: payload[content], as: UTF8.self))
    }
    outsideChange = content
    return .outside(step)
  }

  var actionReferences: [UInt8] { Array(payload[rows.references]) }

  private func enter(chunk index: Int) {
    chunk = index
    sourceRows = chunks[chunk].rows
    rows = ActionRows(
      count: sourceRows.count, changeInPlace: actionsChangeInPlace, header: reader.header)
  }

  @inline(__always)
  private func step(at location: StepLocation) throws(SessionReadError) -> ReplayedStep {
    do throws(BadBlock) {
      if location.chunk != chunk { enter(chunk: location.chunk) }
      try rows.read(location.row, as: sourceRows[location.row], of: payload) { objectsOfState }
      action = rows.action(at: location.row)
      detail = rows.detail(at: location.row)
      let origin = try location.origin(of: number + 1)
      let reads = try location.reads.map { reads throws(BadBlock) in
        try [RecordedRead](from: payload, in: reads, header: reader.header, indices: indices)
      }
      number += 1
      return ReplayedStep(
        number: number, origin: origin, elapsedMilliseconds: location.elapsedMilliseconds,
        reads: reads ?? [], isUnfinished: location.isUnfinished,
        hasEffect: detail.pointee.hasEffect)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  /// The objects in the state after the last step, which are found only if an action refers to any.
  private var objectsOfState: NumberedObjects? { storage?.objects }

  private func openBlock() throws(SessionReadError) -> Bool {
    (steps, chunk, keyframe, supplement) = (StepIterator([]), -1, nil, nil)
    (digests, hasPassedDigests) = (nil, false)
    if blocks == nil {
      // A block in the journal may grow, and is then read again.
      nextBlock =
        !hasBlock
        ? 0
        : reader.log.blocks.firstIndex { $0.lastStep > number } ?? reader.log.blocks.count
      blocks = BlockPrefetcher(reader, from: nextBlock)
    }
    guard nextBlock < reader.log.blocks.count, let blocks else {
      self.blocks = nil
      return false
    }
    let index = nextBlock
    let info = reader.log.blocks[index]
    let opened = try blocks.block()
    nextBlock += 1
    if !reader.log.isInJournal(blockAt: index) {
      do throws(BadBlock) {
        try expansion.pass(opened)
      } catch {
        throw reader.fault(inBlockAt: index, wholeSteps: number, error)
      }
    }
    guard hasBlock || opened.keyframe != nil else {
      throw reader.fault(inBlockAt: 0, wholeSteps: 0, .noKeyframe)
    }
    if info.firstStep > number { (keyframe, supplement) = (opened.keyframe, opened.supplement) }
    passed = number - min(info.firstStep - 1, number)
    (hasBlock, payload, chunks) = (true, opened.payload, opened.chunks)
    steps = StepIterator(opened.chunks)
    digests = opened.digests
    return true
  }

  private func eventOfKeyframe() -> StepEvent? {
    guard keyframe != nil else { return nil }
    let info = reader.log.blocks[nextBlock - 1]
    guard track == nil || info.followsGap else { return .keyframe }
    number = info.firstStep - 1
    return .begins(firstStep: info.firstStep)
  }

  func resume(from state: State) {
    if let track {
      track.state = state
    } else {
      track = reuse?.track(from: state) ?? StateTrack(state)
    }
  }

  func recordedEffect() -> EffectShape { detail.pointee.effect }

  // MARK: States

  @inline(__always)
  func compare(_ state: UnsafePointer<State>) throws(ReplayStop) -> StateMatch {
    guard level != .actions else { return .unknown }
    guard let track else { preconditionFailure("a step follows a state") }
    change.reset()
    let hasChanged = track.advance(to: state, into: &change)
    let recorded = detail.pointee.change
    guard hasChanged, let recorded else {
      return hasChanged == (recorded != nil) ? .same : .different
    }
    return change.withUnsafeBytes { payload.holds($0, at: recorded) } ? .same : .different
  }

  func stateAfterOutsideChange(
    of state: UnsafePointer<State>
  ) throws(ReplayStop) -> [UInt8]? {
    let header = reader.header
    var encoder = RecordEncoder()
    encoder.encode(state.pointee)
    do throws(BadBlock) {
      return try BadBlock.reading { () throws(RecordDecodingError) in
        var memory = ValueMemory(limit: StateMemory.minLimit + 256 * encoder.count)
        var decoder = RecordDecoder(encoder.bytes)
        var value = try decoder.decodeValue(
          of: header.state, in: header.schema, memory: &memory)
        decoder = RecordDecoder(payload, in: outsideChange)
        try value.apply(change: &decoder, as: header.state, in: header.schema, memory: &memory)
        return header.schema.bytes(of: value, as: header.state)
      }
    } catch {
      throw .unreadable(reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number - 1, error))
    }
  }

  func isKeyframe(
    _ state: UnsafePointer<State>, afterDivergence: Bool
  ) throws(ReplayStop) -> Bool {
    guard let keyframe else { return true }
    change.reset()
    change.encode(state.pointee)
    if change.withUnsafeBytes({ payload.holds($0, at: keyframe) }) { return true }
    let recorded = try stateHere()
    if reader.header.redacted != nil, TokenComparison.isSame(recorded, state.pointee) {
      return true
    }
    if level == .actions { return false }
    guard afterDivergence else {
      throw .unreadable(
        reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, .otherKeyframe))
    }
    return true
  }

  func partsDifference(
    of state: UnsafePointer<State>
  ) throws(ReplayStop) -> StateDivergence? {
    guard readsSupplements else { return nil }
    if hasPassedDigests { return digests.flatMap { parts.difference(of: state.pointee, from: $0) } }
    guard let supplement else { return nil }
    do throws(BadBlock) {
      return try BadBlock.reading {
        try parts.difference(of: state.pointee, from: Array(payload[supplement]))
      }
    } catch {
      throw .unreadable(reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error))
    }
  }

  func stateHere() throws(ReplayStop) -> State {
    do throws(BadBlock) {
      guard let keyframe else { throw .noKeyframe }
      guard let reuse, readsSupplements == (supplement != nil) else {
        return try state(ofKeyframe: keyframe)
      }
      let end = supplement?.upperBound ?? keyframe.upperBound
      return try reuse.initialState(keyframe.lowerBound..<end, of: payload) {
        () throws(BadBlock) in
        try state(ofKeyframe: keyframe)
      }
    } catch {
      throw .unreadable(reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error))
    }
  }

  private func state(ofKeyframe keyframe: Range<Int>) throws(BadBlock) -> State {
    var decoder = RecordDecoder(payload, in: keyframe)
    if readsSupplements, let supplement {
      decoder.supplement = try BadBlock.reading {
        try KeyframeSupplement(payload, in: supplement, ofStateAt: keyframe.lowerBound)
      }
    }
    let state = try BadBlock.reading { try decoder.decode(State.self) }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
    return state
  }

  func isWholeState(_ state: State) throws(ReplayStop) -> Bool {
    try atRecord { states throws(SessionReadError) in try states.isSame(state) }
  }

  func recordedState(like state: State) throws(ReplayStop) -> State? {
    try atRecord { states throws(SessionReadError) in
      try states.state(like: readsSupplements ? state : nil)
    }
  }

  func actionText() throws(ReplayStop) -> String {
    do throws(ReplayStop) {
      return try atRecord { states throws(SessionReadError) in
        states.action.map { states.kind.text(of: $0) { text.text(of: $0) } } ?? ""
      }
    } catch {
      guard error.isTooLarge else { throw error }
      return ""
    }
  }

  func divergence(of state: State) throws(ReplayStop) -> StateDivergence {
    do throws(ReplayStop) {
      return try atRecord { states throws(SessionReadError) in try states.divergence(of: state) }
    } catch {
      guard error.isTooLarge else { throw error }
      return .tooLarge
    }
  }

  private func atRecord<Result>(
    _ body: (inout RecordedStates<State>) throws(SessionReadError) -> Result
  ) throws(ReplayStop) -> Result {
    do throws(SessionReadError) {
      var states: RecordedStates<State>
      if let record { states = record } else { states = try .init(reader, before: number) }
      record = nil
      try states.advance(to: number)
      let result = try body(&states)
      record = states
      return result
    } catch {
      throw .unreadable(error)
    }
  }
}
