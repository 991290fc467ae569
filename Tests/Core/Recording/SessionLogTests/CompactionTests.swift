import Foundation
import Platform
import SessionLog
import TestSupport
import Testing

@Suite("Small blocks are merged when a log is finished")
struct CompactionTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  private func block(
    _ byte: UInt8, _ length: Int, from step: UInt64, steps: Int = 1, keyframe: Bool = false
  ) -> LogBlock {
    LogBlock(
      bytes: .init(repeating: byte, count: length), firstStep: step, stepCount: steps,
      startsWithKeyframe: keyframe)
  }

  @Test("Adjacent blocks are merged up to the limit, but not across a keyframe")
  func merging() throws {
    let blocks = [
      block(1, 40, from: 1, steps: 0, keyframe: true), block(2, 50, from: 1, steps: 3),
      block(3, 10, from: 4), block(4, 1, from: 5),
      block(5, 20, from: 6, keyframe: true), block(6, 500, from: 7), block(7, 1, from: 8),
      block(8, 2, from: 9),
    ]
    let summary = try writeLog(
      path, blocks, options: LogWriterOptions(mergedBlockLength: 100, payloads: .concatenating))
    let reader = try LogReader(path: path)
    let expected = [
      LogBlock(
        bytes: blocks[0].bytes + blocks[1].bytes + blocks[2].bytes, firstStep: 1, stepCount: 4,
        startsWithKeyframe: true),
      blocks[3], blocks[4], blocks[5],
      LogBlock(
        bytes: blocks[6].bytes + blocks[7].bytes, firstStep: 8, stepCount: 2,
        startsWithKeyframe: false),
    ]
    #expect(try readBlocks(reader) == expected)
    #expect(reader.blocks.map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(reader.verify() == nil)
    #expect(
      summary == LogSummary(path: path, bytes: reader.fileLength, steps: 9, blocks: 5))
    #expect(try folder.names() == ["s.reprise"])
  }

  @Test("A merged log has the same bytes as a log that was written with the merged blocks")
  func sameAsAtOnce() throws {
    let small = (0..<200).map { block(UInt8($0), 9, from: UInt64($0) + 1, keyframe: $0 == 0) }
    try writeLog(path, small, options: .merged)
    let whole = LogBlock(
      bytes: small.flatMap(\.bytes), firstStep: 1, stepCount: 200, startsWithKeyframe: true)
    try writeLog(folder.file("whole"), [whole])
    #expect(try bytes(of: path) == bytes(of: folder.file("whole")))
  }

  @Test("A log without blocks to merge is not copied")
  func nothingToMerge() throws {
    var operations = LogFileOperations.unsynced
    operations.rename = { from, to throws(SystemError) in
      #expect(from.hasSuffix(".partial"))
      try LogFileOperations.system.rename(from, to)
    }
    let blocks = [block(1, 60, from: 1), block(2, 60, from: 2)]
    try writeLog(
      path, blocks, options: LogWriterOptions(mergedBlockLength: 100, payloads: .concatenating),
      operations: operations)
    #expect(try readBlocks(LogReader(path: path)) == blocks)
  }

  @Test("A log is finished unmerged when the merged copy cannot be written or renamed")
  func copyFails() throws {
    var noRename = LogFileOperations.unsynced
    noRename.rename = { from, to throws(SystemError) in
      if from.hasSuffix(".rewriting") { throw SystemError(code: EACCES) }
      try LogFileOperations.system.rename(from, to)
    }
    try writeLog(folder.file("expected"), options: .unmerged)
    let expected = try bytes(of: folder.file("expected"))
    for operations in [LogFileOperations.refusingSecondFile(), noRename] {
      try writeLog(path, options: LogWriterOptions(overwrite: true), operations: operations)
      #expect(try bytes(of: path) == expected)
      #expect(try folder.names() == ["expected", "s.reprise"])
    }
  }

  @Test("A log is finished with a new header, or with its old one if no copy can be written")
  func otherHeader() throws {
    let other = [UInt8](
      #"{"format":"reprise","version":2,"requires":[],"app":"Other"}"#.utf8)
    for (operations, expected) in [
      (LogFileOperations.unsynced, other), (.refusingSecondFile(), sampleHeader),
    ] {
      let writer = try LogWriter(
        path: path, header: sampleHeader,
        options: LogWriterOptions(overwrite: true, mergedBlockLength: 0), operations: operations)
      for block in sampleBlocks { writer.append(block: block) }
      _ = try writer.finish(header: other)
      let reader = try LogReader(path: path)
      #expect(reader.header == expected)
      #expect(try readBlocks(reader) == sampleBlocks)
      #expect(reader.verify() == nil)
      #expect(try folder.names() == ["s.reprise"])
    }
  }

  @Test("A merged copy replaces the copy of an earlier attempt")
  func leftovers() throws {
    try write(.init(repeating: 9, count: 5000), to: path + ".rewriting")
    #expect(try writeLog(path, options: .merged).blocks == 2)
    #expect(try LogReader(path: path).verify() == nil)
    #expect(try folder.names() == ["s.reprise"])
  }
}
