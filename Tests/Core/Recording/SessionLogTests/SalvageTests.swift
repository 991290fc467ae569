import SessionLog
import TestSupport
import Testing

@Suite("Recovery of blocks after damage")
struct SalvageTests {
  let folder: TemporaryFolder
  let path: String
  let whole: String
  let header = Member.header().bytes
  /// Seven blocks of two steps. Every second block starts with a keyframe.
  let members: [Member]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    whole = folder.file("whole.reprise")
    members = (0..<7).map { number in
      .block(
        UInt32(number) + 1, from: UInt64(2 * number) + 1, steps: 2, Self.payload(number),
        keyframe: number % 2 == 0)
    }
  }

  private static func payload(_ number: Int) -> [UInt8] {
    .init(repeating: UInt8(number), count: 9)
  }

  /// Recovers these members after a header, and expects that these of the seven blocks are kept.
  @discardableResult
  private func recover(
    _ bytes: [UInt8], keeping kept: [Int], gaps: [LogGap],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RecoverySummary {
    try write(header + bytes, to: path)
    let summary = try recoverLog(from: path, to: whole, overwrite: true, operations: .unsynced)
    let reader = try LogReader(path: whole)
    #expect(reader.verify() == nil, sourceLocation: sourceLocation)
    #expect(reader.gaps == gaps, sourceLocation: sourceLocation)
    #expect(
      try readBlocks(reader).flatMap(\.bytes) == kept.flatMap(Self.payload),
      sourceLocation: sourceLocation)
    #expect(reader.stepCount == UInt64(2 * kept.count), sourceLocation: sourceLocation)
    #expect(summary.log.steps == reader.stepCount, sourceLocation: sourceLocation)
    return summary
  }

  private func bytes(of range: Range<Int>) -> [UInt8] { members[range].flatMap(\.bytes) }

  @Test("Recovery keeps at most the number of consecutive empty blocks that a reader accepts")
  func emptyBlocks() throws {
    let counts = [2, 0, 0, 0, 0, 2]
    let members = counts.indices.map { number in
      Member.block(
        UInt32(number) + 1, from: number == 0 ? 1 : 3, steps: UInt32(counts[number]),
        Self.payload(number), keyframe: number != 4)
    }
    try write(header + members.flatMap(\.bytes), to: path)
    #expect(try LogReader(path: path).verify()?.block == 4)
    let summary = try recoverLog(from: path, to: whole, overwrite: true, operations: .unsynced)
    let reader = try LogReader(path: whole)
    #expect(reader.verify() == nil)
    #expect(summary.log.steps == 4)
    #expect(reader.stepCount == 4)
    #expect(try readBlocks(reader).flatMap(\.bytes) == [0, 1, 3, 5].flatMap(Self.payload))
  }

  @Test("Damage at several positions costs the blocks up to the next keyframe each time")
  func severalDamages() throws {
    var spoilt = members
    spoilt[1].claimedChecksum = 1
    spoilt[4].claimedChecksum = 1
    let summary = try recover(
      spoilt.flatMap(\.bytes), keeping: [0, 2, 3, 6],
      gaps: [LogGap(first: 3, last: 4), LogGap(first: 9, last: 12)])
    #expect(summary.losses.map(\.firstStep) == [3, 9])
    #expect(summary.losses.map(\.stepCount) == [2, 4])
    #expect(summary.lostSteps == 6)
    #expect(
      summary.losses.map(\.damage.offset).first == UInt64(header.count + bytes(of: 0..<1).count))
    #expect(
      summary.losses.map(\.bytes) == [
        UInt64(bytes(of: 1..<2).count), UInt64(bytes(of: 4..<6).count),
      ])
    #expect(summary.losses.map(\.damage.block) == [2, 5])
    #expect(summary.losses.map(\.damage.wholeSteps) == [2, 6])
  }

  @Test("A log whose first block is damaged begins with a gap")
  func firstBlock() throws {
    var spoilt = members
    spoilt[0].compressed = [7]
    try recover(
      spoilt.flatMap(\.bytes), keeping: [2, 3, 4, 5, 6], gaps: [LogGap(first: 1, last: 4)])
  }

  @Test("Bytes inserted between two blocks cost no step")
  func inserted() throws {
    let summary = try recover(
      bytes(of: 0..<1) + [1, 2, 3] + bytes(of: 1..<7), keeping: Array(0..<7), gaps: [])
    #expect(summary.lostSteps == 0)
    #expect(summary.lostBytes == 3)
  }

  @Test("Bytes missing from a block cost the steps up to the next keyframe")
  func deleted() throws {
    var damaged = bytes(of: 0..<7)
    damaged.removeSubrange(bytes(of: 0..<1).count + 20..<bytes(of: 0..<1).count + 60)
    try recover(damaged, keeping: [0, 2, 3, 4, 5, 6], gaps: [LogGap(first: 3, last: 4)])
    var payload = bytes(of: 0..<7)
    payload.remove(at: bytes(of: 0..<2).count - 12)
    try recover(payload, keeping: [0, 2, 3, 4, 5, 6], gaps: [LogGap(first: 3, last: 4)])
  }

  @Test("A missing block costs its steps up to a keyframe, and a duplicated block costs no steps")
  func missingAndDoubled() throws {
    try recover(
      bytes(of: 0..<2) + bytes(of: 3..<7), keeping: [0, 1, 4, 5, 6],
      gaps: [LogGap(first: 5, last: 8)])
    let summary = try recover(
      bytes(of: 0..<3) + bytes(of: 2..<7), keeping: Array(0..<7), gaps: [])
    #expect(summary.lostSteps == 0)
    #expect(summary.lostBytes == UInt64(members[2].bytes.count))
  }

  @Test("Reordered blocks are kept only in ascending order")
  func reordered() throws {
    try recover(
      bytes(of: 0..<2) + bytes(of: 4..<6) + bytes(of: 2..<4) + bytes(of: 6..<7),
      keeping: [0, 1, 4, 5, 6], gaps: [LogGap(first: 5, last: 8)])
  }

  @Test("The number of steps lost at the end of a truncated log is unknown")
  func cutOff() throws {
    let summary = try recover(
      Array(bytes(of: 0..<4).dropLast(3)), keeping: [0, 1, 2], gaps: [])
    // The block states that it has two steps. Whether further steps followed is unknown.
    let loss = try #require(summary.losses.first)
    #expect(loss.firstStep == 7)
    #expect(loss.stepCount == 2)
    #expect(loss.mayBeMore)
    #expect(summary.lostSteps == nil)
  }

  @Test("The index shows how many steps are lost at the end")
  func lostEnd() throws {
    var spoilt = Array(members[..<4])
    spoilt[3].claimedChecksum = 1
    let blocks = spoilt.flatMap(\.bytes)
    let entries = spoilt.indices.map { number in
      (
        offset: header.count + bytes(of: 0..<number).count, firstStep: UInt64(2 * number) + 1,
        steps: UInt32(2), flags: UInt8(number % 2 == 0 ? 1 : 0)
      )
    }
    let tail =
      index(5, steps: 8, entries).bytes + Member.end(6, indexAt: header.count + blocks.count).bytes
    let summary = try recover(blocks + tail, keeping: [0, 1, 2], gaps: [])
    #expect(summary.lostSteps == 2)
    #expect(summary.lostBytes == UInt64(spoilt[3].bytes.count))

    // The last block is missing completely.
    let shorter = bytes(of: 0..<3)
    let missing = try recover(shorter + tail, keeping: [0, 1, 2], gaps: [])
    #expect(missing.lostSteps == 2)
  }

  @Test("A log within a damaged block is not mistaken for part of the surrounding log")
  func nested() throws {
    let inner = bytes(of: 2..<7)
    var outer = Member.block(2, from: 3, steps: 2, inner)
    outer.claimedChecksum = 1
    try recover(
      bytes(of: 0..<1) + outer.bytes + bytes(of: 2..<3), keeping: [0, 2],
      gaps: [LogGap(first: 3, last: 4)])
  }

  @Test("A second log after damage is not mistaken for the rest of the first")
  func otherLog() throws {
    try recover(bytes(of: 0..<1) + [0] + header + bytes(of: 0..<7), keeping: [0], gaps: [])
  }

  @Test("A log that was recovered with gaps is recovered again unchanged")
  func again() throws {
    var spoilt = members
    spoilt[1].claimedChecksum = 1
    try recover(
      spoilt.flatMap(\.bytes), keeping: [0, 2, 3, 4, 5, 6], gaps: [LogGap(first: 3, last: 4)])
    let first = try TestSupport.bytes(of: whole)
    let summary = try recoverLog(
      from: whole, to: folder.file("again.reprise"), overwrite: true, operations: .unsynced)
    #expect(summary.damage == nil)
    #expect(try TestSupport.bytes(of: folder.file("again.reprise")) == first)
  }

  @Test("A gap that existed before the damage is not counted as lost again")
  func gapBehindDamage() throws {
    var spoilt = [members[0], members[2], members[3], members[6]]
    for (number, flags) in [(1, 3), (3, 3)] { spoilt[number].flags = UInt8(flags) }
    for number in spoilt.indices { spoilt[number].sequence = UInt32(number) + 1 }
    spoilt[1].claimedChecksum = 1
    // Only the damaged block is lost. The gap before the last block existed before.
    let summary = try recover(
      spoilt.flatMap(\.bytes), keeping: [0, 6], gaps: [LogGap(first: 3, last: 12)])
    #expect(summary.losses.count == 1)

    // The blocks are a damaged keyframe, an intact one after it, and then a gap.
    var later = [members[0], members[2], members[4], members[6]]
    later[3].flags = 3
    for number in later.indices { later[number].sequence = UInt32(number) + 1 }
    later[1].position = 3
    later[2].position = 5
    later[1].claimedChecksum = 1
    let again = try recover(
      later.flatMap(\.bytes), keeping: [0, 4, 6],
      gaps: [LogGap(first: 3, last: 4), LogGap(first: 7, last: 12)])
    #expect(again.losses.map(\.stepCount) == [2])
  }

  @Test("A member with the greatest number is skipped like any other member")
  func greatestSequence() throws {
    let last = Member.block(.max, from: 3, steps: 1, [4])
    try recover(
      bytes(of: 0..<1) + [0] + last.bytes + bytes(of: 2..<3), keeping: [0, 2],
      gaps: [LogGap(first: 3, last: 4)])
  }

  @Test("Steps beyond the maximum length of a gap are skipped, without an overflow")
  func greatestStep() throws {
    var first = Member.block(1, from: .max - 3, steps: 1, Self.payload(0), keyframe: true)
    first.flags = 3
    let second = Member.block(2, from: .max - 2, steps: 10, [4])
    try write(header + first.bytes + second.bytes, to: path)
    #expect {
      try recoverLog(from: path, to: whole, overwrite: true, operations: .unsynced)
    } throws: { error in
      guard case .nothingLeft(path, let losses)? = error as? LogRecoveryError else { return false }
      return losses.first?.description.hasPrefix("an unknown number of steps, ") == true
    }
    #expect(try folder.names() == ["s.reprise"])
  }

  @Test("Blocks with too many steps for one member are not merged")
  func stepsOfMergedBlocks() throws {
    let many = UInt32(Int32.max) - 1
    var blocks = [Member.block(1, from: 1, steps: 1, Self.payload(0), keyframe: true)]
    for number in 0..<3 {
      blocks.append(
        .block(UInt32(number) + 2, from: 2 + UInt64(number) * UInt64(many), steps: many, [7]))
    }
    try write(header + blocks.flatMap(\.bytes), to: path)
    let summary = try recoverLog(from: path, to: whole, overwrite: true, operations: .unsynced)
    #expect(summary.log.steps == 1 + 3 * UInt64(many))
    #expect(try LogReader(path: whole).verify() == nil)
  }

  @Test("Blocks that only seem to be intact take time in proportion to the file's length")
  func hopeless() throws {
    // Each cell is the start of a block that claims half of the file, and is inside the previous
    // blocks. Inflating all of them would take quadratic time.
    let count = 20_000
    let rawLength = UInt32(count / 2 - 1) * 60
    var block = Member.block(2, from: 3, steps: 1, [], keyframe: true)
    block.claimedLength = UInt32(count / 2 * 65)
    block.claimedRawLength = rawLength
    let filler = little(UInt32(0)) + little(rawLength)
    let stored: [UInt8] = [0] + little(UInt16(60)) + little(~UInt16(60))
    let cell: [UInt8] = Array(block.bytes[..<52]) + stored + filler
    let cells = Array(repeatElement(cell, count: count).joined())
    try recover(bytes(of: 0..<1) + [0] + cells, keeping: [0], gaps: [])
  }

  @Test("A gap must be marked, and a mark needs a gap and a keyframe")
  func marks() throws {
    func damage(_ flags: UInt8, from step: UInt64) throws -> LogDamage.Cause? {
      var block = Member.block(2, from: step, steps: 1, [4, 5])
      block.flags = flags
      try write(header + bytes(of: 0..<1) + block.bytes, to: path)
      return try LogReader(path: path).damage?.cause
    }
    #expect(try damage(3, from: 9) == .unfinished)
    #expect(try damage(1, from: 9) == .stepGap(expected: 3, found: 9))
    #expect(try damage(3, from: 3) == .stepGap(expected: 3, found: 3))
    #expect(try damage(3, from: 2) == .stepGap(expected: 3, found: 2))
    #expect(try damage(2, from: 9) == .badMemberHeader)
    #expect(try damage(4, from: 3) == .badMemberHeader)
  }
}
