import SessionLog
import TestSupport
import Testing

@Suite("Round trips")
struct RoundTripTests {
  @Test("A finished log has the header and the blocks that were written")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let summary = try writeLog(path)
    let reader = try LogReader(path: path)
    #expect(reader.header == sampleHeader)
    #expect(reader.preamble.version == 2)
    #expect(reader.state == .whole)
    #expect(reader.stepCount == 16)
    #expect(try readBlocks(reader) == sampleBlocks)
    #expect(reader.verify() == nil)
    #expect(reader.wholeStepCount() == 16)
    #expect(
      summary == LogSummary(path: path, bytes: reader.fileLength, steps: 16, blocks: 3))
    #expect(try folder.names() == ["s.reprise"])
  }

  @Test("A log without any block is whole")
  func noBlocks() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    #expect(try writeLog(path, []).steps == 0)
    let reader = try LogReader(path: path)
    #expect(reader.state == .whole)
    #expect(reader.blocks.isEmpty)
    #expect(reader.stepCount == 0)
  }

  @Test("Every compression level preserves the payloads", arguments: [-1, 0, 1, 9, 10])
  func levels(level: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try writeLog(
      path, options: LogWriterOptions(compressionLevel: level, mergedBlockLength: 0))
    #expect(try readBlocks(LogReader(path: path)) == sampleBlocks)
  }

  @Test("Large, empty and incompressible payloads are preserved")
  func shapes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    var seed: UInt32 = 1
    let noise = (0..<300_000).map { _ -> UInt8 in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return UInt8(seed >> 24)
    }
    let blocks = [
      LogBlock(bytes: noise, firstStep: 1, stepCount: 1, startsWithKeyframe: true),
      LogBlock(bytes: [], firstStep: 2, stepCount: 0, startsWithKeyframe: false),
      LogBlock(
        bytes: .init(repeating: 7, count: 5 << 20), firstStep: 2, stepCount: 4,
        startsWithKeyframe: true),
    ]
    try writeLog(path, blocks, operations: .short(1000))
    let reader = try LogReader(path: path)
    #expect(reader.verify() == nil)
    #expect(try readBlocks(reader) == blocks)
  }

  @Test("Identical blocks produce identical bytes, regardless of how the system splits the writes")
  func deterministic() throws {
    let folder = try TemporaryFolder()
    try writeLog(folder.file("a"))
    try writeLog(folder.file("b"), operations: .short(7))
    #expect(try bytes(of: folder.file("a")) == bytes(of: folder.file("b")))
  }

  @Test("The index omits raw lengths, and a scan finds them")
  func rawLengths() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try writeLog(path)
    let indexed = try LogReader(path: path)
    #expect(indexed.blocks.map(\.rawLength) == [nil, nil, nil])
    #expect(indexed.blocks.map(indexed.payloadLength) == sampleBlocks.map(\.bytes.count))

    try write(Array(bytes(of: path).dropLast()), to: path)
    let scanned = try LogReader(path: path)
    #expect(scanned.blocks.map(\.rawLength) == sampleBlocks.map(\.bytes.count))
    #expect(scanned.blocks.map(\.offset) == indexed.blocks.map(\.offset))
    #expect(scanned.blocks.map(\.memberLength) == indexed.blocks.map(\.memberLength))
    #expect(scanned.blocks.map(\.sequence) == [1, 2, 3])
  }
}
