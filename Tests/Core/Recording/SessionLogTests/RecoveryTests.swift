import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Recovery of damaged logs")
struct RecoveryTests {
  let folder: TemporaryFolder
  let path: String
  let whole: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    whole = folder.file("whole.reprise")
  }

  private func recover(overwrite: Bool = false) throws -> RecoverySummary {
    try recoverLog(from: path, to: whole, overwrite: overwrite, operations: .unsynced)
  }

  /// Writes the sample log, and changes the last byte of a block's checksum.
  private func spoil(block: Int) throws -> LogReader {
    try writeLog(path)
    let reader = try LogReader(path: path)
    let info = reader.blocks[block]
    var file = try bytes(of: path)
    file[Int(info.offset) + info.memberLength - 5] ^= 1
    try write(file, to: path)
    return reader
  }

  @Test("Only the damaged block is lost, and the next keyframe shows its number of steps")
  func damagedBlock() throws {
    let before = try spoil(block: 1)
    let summary = try recover()
    let reader = try LogReader(path: whole)
    #expect(reader.state == .whole)
    #expect(reader.header == sampleHeader)
    var last = sampleBlocks[2]
    last.followsGap = true
    #expect(try readBlocks(reader) == [sampleBlocks[0], last])
    #expect(reader.gaps == [LogGap(first: 11, last: 15)])
    let offset = before.blocks[1].offset
    let damage = LogDamage(
      cause: .checksumMismatch, part: .block(2), offset: offset, wholeSteps: 10)
    let log = LogSummary(path: whole, bytes: reader.fileLength, steps: 11, blocks: 2)
    let loss = LogLoss(
      damage: damage, end: before.blocks[2].offset, firstStep: 11, stepCount: 5, mayBeMore: false)
    #expect(summary == RecoverySummary(log: log, damage: damage, losses: [loss]))
    #expect(summary.lostSteps == 5)
    #expect(summary.lostBytes == UInt64(before.blocks[1].memberLength))
    #expect(try folder.names() == ["s.reprise", "whole.reprise"])
  }

  @Test("Without an index, the number of lost steps is unknown")
  func truncated() throws {
    let before = try spoil(block: 0)
    try writeLog(folder.file("fresh"))
    let file = try bytes(of: folder.file("fresh"))
    try write(Array(file[..<Int(before.blocks[2].offset + 60)]), to: path)
    let summary = try recover()
    #expect(summary.log.steps == 15)
    #expect(summary.lostSteps == nil)
    #expect(summary.lostBytes == 60)
  }

  @Test("An unfinished log loses nothing, and its small blocks are merged")
  func unfinished() throws {
    let writer = try LogWriter(path: path, header: sampleHeader)
    for block in sampleBlocks { writer.append(block: block) }
    writer.abandon()
    // Recovering a log to its final name must not change the file that is read.
    let summary = try recoverLog(
      from: writer.partialPath, to: path, overwrite: false,
      readerOptions: LogReaderOptions(payloads: .concatenating), operations: .unsynced)
    #expect(summary.damage?.cause == .unfinished)
    #expect(summary.lostSteps == 0)
    #expect(summary.lostBytes == 0)
    try writeLog(whole, options: .merged)
    #expect(try bytes(of: path) == bytes(of: whole))
    #expect(try LogReader(path: writer.partialPath).stepCount == 16)
  }

  @Test("A whole log is copied, and nothing is reported as lost")
  func nothingToRecover() throws {
    try writeLog(path)
    let summary = try recover()
    #expect(summary.damage == nil)
    #expect(summary.lostSteps == 0)
    #expect(summary.log.steps == 16)
  }

  @Test("A log can be recovered in place")
  func inPlace() throws {
    _ = try spoil(block: 2)
    let summary = try recoverLog(
      from: path, to: path, overwrite: true, operations: .unsynced)
    #expect(summary.log.steps == 15)
    #expect(try LogReader(path: path).verify() == nil)
  }

  @Test("An existing file is rejected, or replaced on request")
  func exists() throws {
    try writeLog(path)
    try write([1], to: whole)
    #expect(throws: LogRecoveryError.cannotCreate(.fileExists(path: whole))) { try recover() }
    #expect(try bytes(of: whole) == [1])
    _ = try recover(overwrite: true)
    #expect(try LogReader(path: whole).verify() == nil)
  }

  @Test("A copy that a second recovery is writing is not replaced")
  func twoRecoveries() throws {
    try writeLog(path)
    let copy = whole + ".rewriting"
    try write([], to: copy)
    let other = open(copy, O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    let expected = LogWriterError.partialExists(path: copy, isBeingWritten: true)
    #expect(throws: LogRecoveryError.cannotCreate(expected)) { try recover() }
    #expect(try folder.names() == ["s.reprise", "whole.reprise.rewriting"])
  }

  @Test("A log without an intact header cannot be recovered")
  func noHeader() throws {
    try write([0x1f, 0x8b], to: path)
    let expected = LogRecoveryError.cannotRead(.truncatedHeader(path: path, length: 2))
    #expect(throws: expected) { try recover() }
    #expect(try folder.names() == ["s.reprise"])
  }

  @Test("After a full disk, nothing of the recovered log is left")
  func diskFull() throws {
    try writeLog(path)
    #expect(throws: LogRecoveryError.stopped(path: whole, cause: .system(code: ENOSPC))) {
      try recoverLog(from: path, to: whole, overwrite: false, operations: .full(after: 200))
    }
    #expect(try folder.names() == ["s.reprise"])
  }

  /// A coding in which the payloads of the sample have their steps, and joined payloads are given.
  private func coding(unreadable: [UInt8]? = nil, joined: [UInt8]? = nil) -> PayloadCoding {
    PayloadCoding(
      stepCount: { payload, _ in
        guard payload != unreadable else { return nil }
        return sampleBlocks.first { $0.bytes == payload }?.stepCount
      }, join: { _, _ in joined }, length: { _, _, _ in nil })
  }

  @Test("A block whose steps cannot be decoded is lost, although its checksum matches")
  func unreadableSteps() throws {
    try writeLog(path)
    let options = LogReaderOptions(payloads: coding(unreadable: sampleBlocks[1].bytes))
    let reader = try LogReader(path: path, options: options)
    #expect(reader.verify()?.cause == .unreadableSteps)
    let summary = try recoverLog(
      from: path, to: whole, overwrite: false, readerOptions: options, operations: .unsynced)
    #expect(summary.lostSteps == 5)
    #expect(summary.damage?.cause == .unreadableSteps)
    #expect(try LogReader(path: whole, options: options).gaps == [LogGap(first: 11, last: 15)])
  }

  @Test("A recovered log with other steps than the old log is not written, and the old log is kept")
  func differingCopy() throws {
    try writeLog(path)
    let before = try bytes(of: path)
    let options = LogReaderOptions(payloads: coding(joined: Array("joined wrongly".utf8)))
    let expected = LogRecoveryError.copyDiffers(path: whole)
    #expect(throws: expected) {
      try recoverLog(
        from: path, to: whole, overwrite: false, readerOptions: options, operations: .unsynced)
    }
    #expect(try folder.names() == ["s.reprise"])
    #expect(try bytes(of: path) == before)
  }

  @Test("Blocks that cannot be joined are copied one by one")
  func unjoinedBlocks() throws {
    try writeLog(path)
    let summary = try recoverLog(
      from: path, to: whole, overwrite: false,
      readerOptions: LogReaderOptions(payloads: coding()), operations: .unsynced)
    #expect(summary.log.blocks == sampleBlocks.count)
    #expect(try readBlocks(LogReader(path: whole)) == sampleBlocks)
  }
}
