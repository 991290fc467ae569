import RecordCoding
package import RecordedValues
import SessionLog
import SessionModel

/// A cursor that advances through a log step by step and tracks the state.
///
/// Requires no code of the app. In a log without exact changes, the state is known only at
/// keyframes. In a log that ends before its first block, the state is never known.
package struct SessionCursor {
  let reader: SessionReader
  private(set) var nextBlock: Int
  private(set) var payload: [UInt8] = []
  private var chunks: [StepChunk] = []
  private var steps = StepIterator([])
  private var events: ArraySlice<EventLocation> = []
  private var eventBytes: [UInt8] = []
  private var eventReader: EventReader
  private var references: EventReferences
  private(set) var upcoming: StepLocation?
  private var openedKeyframe: OpenedKeyframe?
  private var expansion = ExpansionLimit()
  private var memory = StateMemory()
  private var rowMemory = ValueMemory(limit: StateMemory.minLimit)
  private var effectsLeft = EffectShape.maxInChunk
  private var rows: [RecordedRow?] = []
  private var chunk = -1

  /// The state after the last step, if `knowsState`.
  package private(set) var state: RecordedValue

  /// The additional data that the last keyframe stores with the state, in a log with shared state.
  package private(set) var supplement: [UInt8]?

  package private(set) var knowsState = true

  /// The step that last wrote each part of the state, after `followWrites()`.
  package private(set) var writes: WriteTree?

  private var followed: FollowedChanges?

  /// The types of shared values, if the state has any.
  let sharedTypes: SharedTypes?
  /// The index of the block with the last keyframe.
  private(set) var lastKeyframe = 0
  /// The references of a keyframe, once they are needed.
  var sharing: (block: Int, known: KnownReferences)?

  package private(set) var number: UInt64

  var stateLength: Int { memory.taken }

  /// Creates a cursor at the state after a step, or at the last state if the log is shorter.
  ///
  /// Step 0 is the initial state. If the state is lost in a gap, the cursor is at the first state
  /// after the gap.
  package init(_ reader: SessionReader, at step: UInt64 = 0) throws(SessionReadError) {
    self.reader = reader
    sharedTypes = SharedTypes(reader.header)
    eventReader = EventReader(reader, startsLater: step > 0)
    references = EventReferences(
      header: reader.header, startsLater: reader.log.stepsBeforeStart > 0 || step > 0)
    nextBlock = reader.keyframe(upTo: step) ?? 0
    state = .product([])
    number = 0
    guard let first = reader.log.blocks.first else {
      knowsState = false
      return
    }
    guard first.startsWithKeyframe else {
      throw reader.fault(inBlockAt: 0, wholeSteps: 0, .noKeyframe)
    }
    try openBlock()
    while number < step, try openBlocks(), number < step { _ = try advance() }
  }

  package mutating func followWrites() { writes = WriteTree(step: number) }

  package mutating func followChanges(_ isFollowing: Bool = true) {
    followed = isFollowing ? FollowedChanges() : nil
  }

  /// The changes of the last step, after `followChanges()`.
  ///
  /// This is cheaper than comparing with a copy of the previous state: a held copy would force the
  /// state to be copied at each change. Only the locations that the step writes are compared.
  package var changes: [StateChange] {
    followed?.changes(to: state, in: reader.header.schema) ?? []
  }

  /// Moves past a gap to the state before the following step. Returns whether there was a gap.
  package mutating func crossGap() throws(SessionReadError) -> Bool {
    let last = number
    return try openBlocks() && number > last
  }

  /// Reads the next step and applies its change to the state; `nil` after the last.
  package mutating func next() throws(SessionReadError) -> RecordedStep? {
    guard let (location, row) = try advance() else { return nil }
    return try step(at: location, row)
  }

  func step(
    at location: StepLocation, _ row: RecordedRow
  ) throws(SessionReadError) -> RecordedStep {
    do throws(BadBlock) {
      let reads =
        try location.reads.map { reads throws(BadBlock) in
          try [RecordedRead](from: payload, in: reads, header: reader.header)
        } ?? []
      return try RecordedStep(number, at: location, row, reads: reads)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  /// Reads the next step without its dependency reads; `nil` after the last.
  package mutating func pass() throws(SessionReadError) -> RecordedStep? {
    guard let (location, row) = try advance() else { return nil }
    do throws(BadBlock) {
      return try RecordedStep(number, at: location, row)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  /// Returns the action of the next step without advancing; `nil` after the last.
  mutating func nextAction() throws(SessionReadError) -> RecordedValue? {
    guard try openBlocks(), let location = upcoming else { return nil }
    do throws(BadBlock) {
      return try row(at: location).action
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  mutating func advance() throws(SessionReadError) -> (StepLocation, RecordedRow)? {
    guard try openBlocks(), let location = upcoming else { return nil }
    upcoming = steps.next()
    followed?.forget()
    do throws(BadBlock) {
      let row = try row(at: location)
      if let change = row.change { try apply(change, of: location.row) }
      if reader.header.level == .actions || location.isUnfinished { knowsState = false }
      number += 1
      reader.onRead?()
      if number & 0xFFF == 0 { reader.watch?(number) }
      return (location, row)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  private mutating func row(at location: StepLocation) throws(BadBlock) -> RecordedRow {
    if location.chunk != chunk {
      chunk = location.chunk
      followed?.leaveChunk()
      rows = Array(repeating: nil, count: chunks[chunk].rows.count)
      rowMemory = .init(limit: rowMemory.limit)
      effectsLeft = EffectShape.maxInChunk
    }
    if let row = rows[location.row] { return row }
    if rowMemory.left < rowMemory.limit / 2 {
      // Discarded rows are decoded again when they recur.
      rows = Array(repeating: nil, count: rows.count)
      rowMemory = ValueMemory(limit: rowMemory.limit)
      effectsLeft = EffectShape.maxInChunk
    }
    let row = try RecordedRow(
      chunks[chunk].rows[location.row], of: payload, header: reader.header, memory: &rowMemory,
      effectsLeft: &effectsLeft)
    rows[location.row] = row
    return row
  }

  private mutating func apply(_ change: Range<Int>, of row: Int) throws(BadBlock) {
    guard reader.header.level != .actions else {
      knowsState = false
      return
    }
    // Copying the header takes as long as applying a small change.
    let (type, schema) = (reader.header.state, reader.header.schema)
    if followed != nil {
      let remaining = memory.remaining(beside: state)
      try followed?.begin(row, change, of: payload, state, as: type, in: schema, remaining)
    }
    var decoder = RecordDecoder(payload, in: change)
    let step = number + 1
    var writes = self.writes.take()
    defer { self.writes = writes }
    try memory.change(&state) { state, memory throws(BadBlock) in
      try BadBlock.reading {
        guard writes != nil else {
          return try state.apply(change: &decoder, as: type, in: schema, memory: &memory)
        }
        try writes?.apply(
          change: &decoder, to: &state, as: type, in: schema, step: step, memory: &memory)
      }
    }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
  }

  /// Opens blocks until one has steps. Returns whether there is one.
  private mutating func openBlocks() throws(SessionReadError) -> Bool {
    while upcoming == nil {
      guard nextBlock < reader.log.blocks.count else { return false }
      try openBlock()
    }
    return true
  }

  /// Takes the next event before the upcoming step of the open block, if there is one.
  mutating func takeEvent() throws(SessionReadError) -> EventPart? {
    let index = nextBlock - 1
    guard let location = events.first,
      UInt64(location.stepsBefore) <= number - (reader.log.blocks[index].firstStep - 1)
    else { return nil }
    events.removeFirst()
    let event = try eventReader.event(at: location, of: eventBytes, index)
    do throws(BadBlock) {
      let endpoint = try references.add(event)
      return EventPart(
        event: event, endpoint: endpoint,
        values: try endpoint?.values(in: event.event.content, reader.header.schema) ?? [])
    } catch {
      throw reader.fault(inBlockAt: index, wholeSteps: number, error)
    }
  }

  mutating func takeKeyframe() -> OpenedKeyframe? {
    defer { openedKeyframe = nil }
    return openedKeyframe
  }

  mutating func openBlock() throws(SessionReadError) {
    // Release the previous block first, to keep only one in memory.
    followed?.leaveChunk()
    (payload, chunks, rows, steps, eventBytes) = ([], [], [], StepIterator([]), [])
    let memberLength = reader.log.blocks[nextBlock].memberLength
    eventReader.enterBlock(nextBlock)
    references.enterBlock(
      memberLength: memberLength, followsGap: reader.log.blocks[nextBlock].followsGap)
    let block = try reader.steps(ofBlockAt: nextBlock)
    payload = block.payload
    chunks = block.chunks
    steps = StepIterator(chunks)
    (events, eventBytes) = (block.events[...], block.eventBytes)
    upcoming = steps.next()
    chunk = -1
    number = reader.log.blocks[nextBlock].firstStep - 1
    nextBlock += 1
    do throws(BadBlock) {
      try expansion.pass(block)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
    rowMemory = StateMemory.ofKeyframe(memberLength: memberLength)
    memory.read(memberLength: memberLength)
    guard let keyframe = block.keyframe else {
      memory.grow(memberLength: memberLength)
      return
    }
    lastKeyframe = nextBlock - 1
    if reader.header.sharesValues {
      supplement = block.supplement.map { Array(payload[$0]) }
    }
    let isAfterGap = reader.log.blocks[nextBlock - 1].followsGap
    let lost = writes != nil && isAfterGap && knowsState ? state : nil
    do throws(BadBlock) {
      (state, knowsState) = (.product([]), false)
      var left = StateMemory.ofKeyframe(memberLength: memberLength)
      state = try reader.value(ofKeyframe: keyframe, in: payload, memory: &left)
      memory.begin(left)
      knowsState = true
      if let lost {
        let header = reader.header
        writes?.noteDifference(
          from: lost, to: state, as: header.state, in: header.schema, step: number)
      }
      openedKeyframe = OpenedKeyframe(
        after: number, followsGap: isAfterGap,
        supplement: block.supplement)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }
}
