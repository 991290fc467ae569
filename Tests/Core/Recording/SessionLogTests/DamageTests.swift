import SessionLog
import TestSupport
import Testing

@Suite("Logs with inconsistent members")
struct DamageTests {
  let folder: TemporaryFolder
  let path: String
  let header = Member.header().bytes
  /// A block of two steps and a block of one step.
  let first = Member.block(1, from: 1, steps: 2, [1, 2, 3], keyframe: true)
  let second = Member.block(2, from: 3, steps: 1, [4, 5])

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  /// Opens a log of these bytes, and expects to find the damage without inflating a block.
  private func expect(
    _ cause: LogDamage.Cause, in part: LogDamage.Part, at offset: Int, whole: UInt64,
    of bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try write(bytes, to: path)
    let reader = try LogReader(path: path)
    let expected = LogDamage(
      cause: cause, part: part, offset: UInt64(offset), wholeSteps: whole)
    #expect(reader.state == .damaged(expected), sourceLocation: sourceLocation)
    #expect(reader.wholeStepCount() == whole, sourceLocation: sourceLocation)
  }

  private var body: [UInt8] { header + first.bytes + second.bytes }

  private var entries: [(offset: Int, firstStep: UInt64, steps: UInt32, flags: UInt8)] {
    [(header.count, 1, 2, 1), (header.count + first.bytes.count, 3, 1, 0)]
  }

  /// Returns the log with an index, and with the end that matches it.
  private func finished(with index: Member) -> [UInt8] {
    body + index.bytes + Member.end(index.sequence + 1, indexAt: body.count).bytes
  }

  @Test("The undamaged log of these tests is whole")
  func whole() throws {
    try write(finished(with: index(3, steps: 3, entries)), to: path)
    let reader = try LogReader(path: path)
    #expect(reader.state == .whole)
    #expect(reader.verify() == nil)
  }

  @Test("A missing block is reported as a gap in the sequence")
  func missing() throws {
    try expect(
      .sequenceGap(expected: 1, found: 2), in: .block(1), at: header.count, whole: 0,
      of: header + second.bytes)
  }

  @Test("A duplicated block is reported as a gap in the sequence")
  func doubled() throws {
    let start = header.count + first.bytes.count
    try expect(
      .sequenceGap(expected: 2, found: 1), in: .block(2), at: start, whole: 2,
      of: header + first.bytes + first.bytes + second.bytes)
  }

  @Test("Reordered blocks are reported as a gap in the sequence")
  func reordered() throws {
    try expect(
      .sequenceGap(expected: 1, found: 2), in: .block(1), at: header.count, whole: 0,
      of: header + second.bytes + first.bytes)
  }

  @Test("A block that does not continue the steps is reported as a gap in the steps")
  func stepGap() throws {
    var block = second
    block.position = 9
    try expect(
      .stepGap(expected: 3, found: 9), in: .block(2), at: header.count + first.bytes.count,
      whole: 2, of: header + first.bytes + block.bytes)
  }

  @Test("A block whose step numbers overflow is rejected")
  func stepOverflow() throws {
    var block = first
    block.stepCount = .max
    try expect(
      .badMemberHeader, in: .block(1), at: header.count, whole: 0, of: header + block.bytes)
  }

  @Test("A header in the middle and an end without an index are rejected")
  func unexpected() throws {
    var member = Member.header()
    member.sequence = 1
    try expect(
      .unexpectedMember, in: .block(1), at: header.count, whole: 0, of: header + member.bytes)
    try expect(
      .unexpectedMember, in: .end, at: header.count, whole: 0,
      of: header + Member.end(1, indexAt: 0).bytes)
  }

  @Test("A member longer than the file is reported as truncated, whatever its claimed length is")
  func longerThanFile() throws {
    var block = first
    block.claimedLength = UInt32(Int32.max)
    try expect(
      .truncated(needed: UInt64(Int32.max), found: UInt64(block.bytes.count)), in: .block(1),
      at: header.count, whole: 0, of: header + block.bytes)
  }

  @Test("A member that is too short or has an unknown kind or flag is rejected")
  func impossibleFields() throws {
    var short = first
    short.claimedLength = 61
    var kind = first
    kind.kind = 4
    var flags = first
    flags.flags = 2
    for block in [short, kind, flags] {
      try expect(
        .badMemberHeader, in: .block(1), at: header.count, whole: 0, of: header + block.bytes)
    }
  }

  @Test("An index with a step number is rejected")
  func indexWithPosition() throws {
    var index = index(3, steps: 3, entries)
    index.position = 1
    try expect(
      .badMemberHeader, in: .block(3), at: body.count, whole: 3, of: finished(with: index))
  }

  @Test("An end is damaged if its number does not follow the number of the index")
  func wrongEndNumber() throws {
    let log = body + index(3, steps: 3, entries).bytes
    try expect(
      .badMemberHeader, in: .end, at: log.count, whole: 3,
      of: log + Member.end(5, indexAt: body.count).bytes)
  }

  @Test("Bytes after the end are damage, but every step is readable")
  func trailing() throws {
    let log = finished(with: index(3, steps: 3, entries))
    try expect(
      .dataAfterEnd(bytes: 5), in: .end, at: log.count, whole: 3, of: log + [1, 2, 3, 4, 5])
    try expect(
      .dataAfterEnd(bytes: UInt64(log.count)), in: .end, at: log.count, whole: 3, of: log + log)
  }

  @Test("Bytes after the blocks of an unfinished log are damage")
  func trailingPartial() throws {
    for rest in [[1, 0], [0, 1], [UInt8](repeating: 0, count: 100) + [1]] {
      try expect(.badMemberHeader, in: .block(3), at: body.count, whole: 3, of: body + rest)
    }
  }

  @Test("Zeros after the end or the blocks are padding", arguments: [1, 9, 10, 62, 70_000])
  func padding(count: Int) throws {
    let zeros = [UInt8](repeating: 0, count: count)
    let log = finished(with: index(3, steps: 3, entries))
    try write(log + zeros, to: path)
    let reader = try LogReader(path: path)
    #expect(reader.state == .whole)
    #expect(reader.fileLength == log.count)
    try expect(.unfinished, in: .end, at: body.count, whole: 3, of: body + zeros)
    let indexed = body + index(3, steps: 3, entries).bytes
    try expect(.unfinished, in: .end, at: indexed.count, whole: 3, of: indexed + zeros)
  }

  @Test("A log with an index but without an end is unfinished")
  func noEnd() throws {
    let log = body + index(3, steps: 3, entries).bytes
    try expect(.unfinished, in: .end, at: log.count, whole: 3, of: log)
  }

  @Test("An end that does not point to the index is damaged")
  func wrongEnd() throws {
    let index = index(3, steps: 3, entries).bytes
    for offset in [0, body.count - 1, body.count + 1, Int.max] {
      try expect(
        .badMemberHeader, in: .end, at: body.count + index.count, whole: 3,
        of: body + index + Member.end(4, indexAt: offset).bytes)
    }
  }

  @Test("An index with a wrong offset, count, sum or number of blocks is detected")
  func lyingIndex() throws {
    var offset = entries
    offset[0].offset += 1
    var steps = entries
    steps[0].steps = 3
    let lies = [
      index(3, steps: 3, offset), index(3, steps: 3, steps), index(3, steps: 4, entries),
      index(3, steps: 2, [entries[0]]), index(3, steps: 3, entries, claimedCount: 3),
      index(3, steps: 3, entries, claimedCount: .max), Member(kind: 2, sequence: 3, payload: [1]),
    ]
    for lie in lies {
      try expect(
        .indexDisagrees, in: .index, at: body.count, whole: 3, of: finished(with: lie))
    }
  }

  @Test("Plausible but wrong entries of an index are detected when the block is read")
  func plausibleIndex() throws {
    var keyframe = entries
    keyframe[1].flags = 1
    var split = entries
    split[0].steps = 1
    split[1] = (split[1].offset, 2, 2, 0)
    var offset = entries
    offset[1].offset += 1
    for (lie, block, whole) in [(keyframe, 1, UInt64(2)), (split, 0, 0), (offset, 0, 0)] {
      try write(finished(with: index(3, steps: 3, lie)), to: path)
      let reader = try LogReader(path: path)
      #expect(reader.state == .whole)
      let damage = LogDamage(
        cause: .indexDisagrees, part: .block(block + 1), offset: UInt64(entries[block].offset),
        wholeSteps: whole)
      #expect(throws: LogReaderError.damaged(path: path, damage: damage)) {
        try reader.payload(of: reader.blocks[block])
      }
      #expect(reader.verify() == damage)

      // The blocks are intact, and recovery relies on them and not on the index.
      let recovered = folder.file("recovered")
      _ = try recoverLog(from: path, to: recovered, overwrite: true, operations: .unsynced)
      #expect(try LogReader(path: recovered).verify() == nil)
      #expect(try LogReader(path: recovered).stepCount == 3)
    }
  }

  @Test("If an index does not match its checksum, it is damaged, but every block is found")
  func damagedIndex() throws {
    var index = index(3, steps: 3, entries)
    index.claimedChecksum = 1
    try expect(.checksumMismatch, in: .index, at: body.count, whole: 3, of: finished(with: index))
    #expect(try readBlocks(LogReader(path: path)).map(\.bytes) == [[1, 2, 3], [4, 5]])
  }
}
