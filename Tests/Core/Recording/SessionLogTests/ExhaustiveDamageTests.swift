import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Exhaustive damage")
struct ExhaustiveDamageTests {
  let folder: TemporaryFolder
  let path: String
  let original: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    try writeLog(path)
    original = try bytes(of: path)
  }

  @Test("Every prefix of a log is rejected, or damaged after its whole blocks")
  func prefixes() throws {
    let ends = try LogReader(path: path).blocks.map { Int($0.offset) + $0.memberLength }
    let header = try Int(LogReader(path: path).blocks[0].offset)
    for length in 0..<original.count {
      try write(Array(original[..<length]), to: path)
      guard length >= header else {
        let expected =
          length == 0
          ? LogReaderError.emptyFile(path: path)
          : LogReaderError.truncatedHeader(path: path, length: UInt64(length))
        #expect(throws: expected) { try LogReader(path: path) }
        continue
      }
      let reader = try LogReader(path: path)
      let whole = ends.count { $0 <= length }
      #expect(reader.damage != nil, "\(length)")
      #expect(try readBlocks(reader) == Array(sampleBlocks[..<whole]), "\(length)")
    }
  }

  @Test(
    "Every changed byte is detected, and costs only its block and the dependent blocks",
    arguments: [0x01, 0x80, 0xff] as [UInt8])
  func flips(mask: UInt8) throws {
    let recovered = folder.file("recovered")
    let blocks = try LogReader(path: path).blocks
    let header = Int(blocks[0].offset)
    // Different compressed bytes may represent the same payload, and the checksum then matches.
    // Every other byte of a member has a single valid value.
    let starts =
      [0] + blocks.map { Int($0.offset) } + [Int(blocks[2].offset) + blocks[2].memberLength]
    let ends = starts.dropFirst() + [original.count - 62]
    let compressed = zip(starts, ends).map { $0 + 52..<$1 - 8 }
    var opened = 0
    for position in original.indices {
      var changed = original
      changed[position] ^= mask
      try write(changed, to: path)
      let reader: LogReader
      do throws(LogReaderError) {
        reader = try LogReader(path: path)
      } catch {
        continue
      }
      opened += 1
      let damage = reader.verify()
      let whole = damage?.block.map { $0 - 1 } ?? sampleBlocks.count
      #expect(damage != nil || compressed.contains { $0.contains(position) }, "\(position)")
      if damage == nil { #expect(try readBlocks(reader) == sampleBlocks, "\(position)") }

      let summary = try recoverLog(
        from: path, to: recovered, overwrite: true, operations: .unsynced)
      let result = try LogReader(path: recovered)
      #expect(result.verify() == nil, "\(position)")
      // The third block starts with a keyframe, so it does not depend on earlier blocks.
      let kept = sampleBlocks[..<whole] + (whole < 2 ? sampleBlocks[2...] : [])
      let expected = kept.flatMap(\.bytes)
      #expect(try readBlocks(result).flatMap(\.bytes) == expected, "\(position)")
      let steps = kept.reduce(0) { $0 + $1.stepCount }
      #expect(summary.log.steps == UInt64(steps), "\(position)")
      #expect(summary.lostSteps == UInt64(16 - steps), "\(position)")
    }
    #expect(opened >= original.count - header)
  }

  @Test("A thousand byte changes in a log of many blocks are detected, or change nothing")
  func manyFlips() throws {
    let blocks = (0..<40).map { number in
      block(
        String(repeating: "step \(number * number) ", count: 1 + number % 7),
        from: UInt64(number) + 1, steps: 1, keyframe: number % 5 == 0)
    }
    try writeLog(path, blocks, options: LogWriterOptions(overwrite: true, mergedBlockLength: 0))
    let log = try bytes(of: path)
    let start = try LogReader(path: path).blocks[0].offset
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    // A fixed sequence of pseudorandom numbers (Numerical Recipes).
    var random: UInt32 = 1
    for _ in 0..<1_000 {
      random = random &* 1_664_525 &+ 1_013_904_223
      let place = Int(random >> 8) % log.count
      let changed = log[place] ^ UInt8(1 << (random >> 5 & 7))
      try file.seek(toOffset: UInt64(place))
      try file.write(contentsOf: [changed])
      if let reader = try? LogReader(path: path) {
        if reader.verify() == nil { #expect(try readBlocks(reader) == blocks, "byte \(place)") }
      } else {
        #expect(place < start, "only a damaged header keeps a log from being opened")
      }
      try file.seek(toOffset: UInt64(place))
      try file.write(contentsOf: [log[place]])
    }
  }
}
