import RecordCoding
package import RecordSchema
import SessionLog

/// Goes through a log step by step, and holds the state; it needs no code of the app.
///
/// In a log without exact changes the state is known where a keyframe stands, and nowhere else; in
/// one that ends before its first block, not at all.
package struct SessionCursor {
  let reader: SessionReader
  private(set) var nextBlock: Int
  private(set) var payload: [UInt8] = []
  private var chunks: [StepChunk] = []
  private var steps = StepIterator([])
  private(set) var upcoming: StepLocation?
  /// The keyframe of the block that was opened last, until it is taken.
  private var openedKeyframe: OpenedKeyframe?
  private var expansion = ExpansionLimit()
  private var memory = StateMemory()
  /// What is left for the rows that are kept.
  private var rowMemory = ValueMemory(limit: StateMemory.least)
  private var effectsLeft = EffectShape.mostInChunk
  private var rows: [RecordedRow?] = []
  private var chunk = -1

  /// The state after the last step that was read, if `knowsState`.
  package private(set) var state: RecordedValue

  /// What the last keyframe holds beside the state, in a log with shared state.
  package private(set) var supplement: [UInt8]?

  /// Whether `state` is that after the last step.
  package private(set) var knowsState = true

  /// The steps that last wrote the parts of the state, if that is followed.
  package private(set) var writes: WriteTree?

  /// What the steps change, if that is followed.
  private var followed: FollowedChanges?

  /// The number of the last step that was read.
  package private(set) var number: UInt64

  /// About how many bytes of memory the state takes.
  var stateLength: Int { memory.taken }

  /// Goes to the state after a step, 0 for the state before the first, or the last there is.
  ///
  /// If that state is lost in a gap, it goes to the first behind the gap.
  package init(_ reader: SessionReader, at step: UInt64 = 0) throws(SessionReadError) {
    self.reader = reader
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

  /// Follows from here on which steps write the parts of the state.
  package mutating func followWrites() { writes = WriteTree(step: number) }

  /// Notes from here on what each step changes, or no more.
  package mutating func followChanges(_ isFollowing: Bool = true) {
    followed = isFollowing ? FollowedChanges() : nil
  }

  /// What the last step changed, if that is followed.
  ///
  /// A state that is held beside the cursor to be compared is copied at each change; this looks only at
  /// what the step writes.
  package var changes: [StateChange] {
    followed?.changes(to: state, in: reader.header.schema) ?? []
  }

  /// Goes on behind a gap, if one comes next, to the state before the first step there is.
  package mutating func crossGap() throws(SessionReadError) -> Bool {
    let last = number
    return try openBlocks() && number > last
  }

  /// Reads the next step and applies its change to the state; `nil` after the last.
  package mutating func next() throws(SessionReadError) -> RecordedStep? {
    guard let (location, row) = try advance() else { return nil }
    return try step(at: location, row)
  }

  /// The step that was read last.
  func step(
    at location: StepLocation, _ row: RecordedRow
  ) throws(SessionReadError) -> RecordedStep {
    do throws(BadBlock) {
      let reads =
        try location.reads.map { reads throws(BadBlock) in
          try [RecordedRead](from: payload, in: reads, header: reader.header)
        } ?? []
      return RecordedStep(
        number: number, origin: try location.origin(of: number),
        elapsedMilliseconds: location.elapsedMilliseconds, action: row.action, reads: reads,
        effect: row.effect, hasChange: row.change != nil, isUnfinished: location.isUnfinished,
        kind: location.kind)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }

  /// Reads the next step without what it read from its dependencies; `nil` after the last.
  package mutating func pass() throws(SessionReadError) -> PassedStep? {
    guard let (location, row) = try advance() else { return nil }
    do throws(BadBlock) {
      return PassedStep(
        number: number, origin: try location.origin(of: number),
        elapsedMilliseconds: location.elapsedMilliseconds, isUnfinished: location.isUnfinished,
        kind: location.kind, row: row)
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
      effectsLeft = EffectShape.mostInChunk
    }
    if let row = rows[location.row] { return row }
    if rowMemory.left < rowMemory.limit / 2 {
      // They are read again if they come again.
      rows = Array(repeating: nil, count: rows.count)
      rowMemory = ValueMemory(limit: rowMemory.limit)
      effectsLeft = EffectShape.mostInChunk
    }
    let row = try RecordedRow(
      chunks[chunk].rows[location.row], of: payload, header: reader.header, memory: &rowMemory,
      effectsLeft: &effectsLeft)
    rows[location.row] = row
    return row
  }

  private mutating func apply(_ change: Range<Int>, of row: Int) throws(BadBlock) {
    guard reader.header.level == .steps else {
      knowsState = false
      return
    }
    // To copy the header takes as long as to apply a small change.
    let (type, schema) = (reader.header.state, reader.header.schema)
    if writes != nil {
      var decoder = RecordDecoder(payload, in: change)
      var room = memory.room(beside: state)
      try BadBlock.reading {
        try writes?.note(
          change: &decoder, of: state, as: type, in: schema, step: number + 1, memory: &room)
      }
    }
    if followed != nil {
      let room = memory.room(beside: state)
      try followed?.begin(row, change, of: payload, state, as: type, in: schema, room)
    }
    var decoder = RecordDecoder(payload, in: change)
    try memory.change(&state) { state, memory throws(BadBlock) in
      try BadBlock.reading {
        try state.apply(
          change: &decoder, as: type, in: schema, memory: &memory)
      }
    }
    guard decoder.isAtEnd else { throw .trailingBytes(decoder.remaining) }
  }

  /// Goes on to a block with steps; says whether there is one.
  private mutating func openBlocks() throws(SessionReadError) -> Bool {
    while upcoming == nil {
      guard nextBlock < reader.log.blocks.count else { return false }
      try openBlock()
    }
    return true
  }

  /// Takes the keyframe of the block that was opened last, if it has one.
  mutating func takeKeyframe() -> OpenedKeyframe? {
    defer { openedKeyframe = nil }
    return openedKeyframe
  }

  mutating func openBlock() throws(SessionReadError) {
    // The block before is let go of first: there need not be room for two.
    followed?.leaveChunk()
    (payload, chunks, rows, steps) = ([], [], [], StepIterator([]))
    let memberLength = reader.log.blocks[nextBlock].memberLength
    let block = try reader.steps(ofBlockAt: nextBlock)
    payload = block.payload
    chunks = block.chunks
    steps = StepIterator(chunks)
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
      memory.goOn(memberLength: memberLength)
      return
    }
    if reader.header.requires.contains(SessionHeader.sharedState) {
      supplement = block.supplement.map { Array(payload[$0]) }
    }
    let isBehindGap = reader.log.blocks[nextBlock - 1].followsGap
    let lost = writes != nil && isBehindGap && knowsState ? state : nil
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
        after: number, followsGap: isBehindGap,
        supplement: block.supplement)
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }
}
