import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Blocks that cannot be inflated")
struct PayloadTests {
  let folder: TemporaryFolder
  let path: String
  let header = Member.header().bytes

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  /// Expects a log with a whole block and this block to open. Reading this block must fail.
  private func expect(
    _ cause: LogDamage.Cause, of spoilt: Member, options: LogReaderOptions = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let whole = Member.block(1, from: 1, steps: 2, [1, 2, 3]).bytes
    try write(header + whole + spoilt.bytes, to: path)
    let reader = try LogReader(path: path, options: options)
    #expect(reader.blocks.count == 2, sourceLocation: sourceLocation)
    let damage = LogDamage(
      cause: cause, part: .block(2), offset: UInt64(header.count + whole.count), wholeSteps: 2)
    #expect(try reader.payload(of: reader.blocks[0]) == [1, 2, 3], sourceLocation: sourceLocation)
    #expect(
      throws: LogReaderError.damaged(path: path, damage: damage), sourceLocation: sourceLocation
    ) {
      try reader.payload(of: reader.blocks[1])
    }
    #expect(reader.verify() == damage, sourceLocation: sourceLocation)
    #expect(reader.wholeStepCount() == 2, sourceLocation: sourceLocation)
  }

  private func second(_ payload: [UInt8]) -> Member {
    .block(2, from: 3, steps: 1, payload)
  }

  @Test("A payload that does not match its checksum is rejected")
  func checksum() throws {
    var block = second([4, 5])
    block.claimedChecksum = 1
    try expect(.checksumMismatch, of: block)
  }

  @Test("Bytes that aren't a deflate stream are rejected")
  func notDeflate() throws {
    var block = second([4, 5])
    block.compressed = [7, 7, 7, 7]
    try expect(.badCompressedData, of: block)
  }

  @Test("A deflate stream that ends too early, or before its member, is rejected")
  func wrongEnd() throws {
    var block = second([4, 5])
    block.compressed = [1, 2, 0, 0xfd, 0xff, 4]
    try expect(.badCompressedData, of: block)
    block.compressed = [1, 2, 0, 0xfd, 0xff, 4, 5, 0]
    try expect(.badCompressedData, of: block)
  }

  @Test("A block that inflates to more or less than it claims is rejected")
  func wrongLength() throws {
    var block = second([4, 5])
    block.claimedRawLength = 1
    try expect(.lengthMismatch, of: block)
    block.claimedRawLength = 3
    try expect(.lengthMismatch, of: block)
    block.claimedRawLength = 0
    try expect(.lengthMismatch, of: block)
  }

  @Test("A compression bomb that claims to be small is rejected without being fully inflated")
  func bomb() throws {
    var block = second([])
    block.compressed = deflatedZeros(8 << 20)
    block.claimedRawLength = 100_000
    try expect(.lengthMismatch, of: block)
  }

  @Test("Compressed bytes that are too long for the payload are rejected before they are read")
  func tooManyCompressedBytes() throws {
    var block = second([4, 5])
    block.compressed = [UInt8](repeating: 0, count: 67)
    try expect(.impossibleLength(claimed: 67, limit: 66), of: block)
  }

  @Test("An impossible length is rejected before memory is allocated for it")
  func impossibleRatio() throws {
    var block = second([4, 5])
    block.claimedRawLength = 200 << 20
    try expect(.impossibleLength(claimed: 200 << 20, limit: 7 * 1032), of: block)
  }

  @Test("A payload longer than the reader's limit is rejected, and a payload of that length is not")
  func limit() throws {
    let block = second(.init(repeating: 1, count: 4000))
    try expect(
      .impossibleLength(claimed: 4000, limit: 3999), of: block,
      options: LogReaderOptions(maximumBlockLength: 3999, maximumExpansion: 0))
    let exact = try LogReader(
      path: path, options: LogReaderOptions(maximumBlockLength: 4000, maximumExpansion: 0))
    #expect(exact.verify()?.cause == .unfinished)
  }

  @Test("A file that shrinks while it is open is reported as damaged")
  func shrinks() throws {
    try writeLog(path)
    let reader = try LogReader(path: path)
    let middle = Int(reader.blocks[1].offset)
    #expect(truncate(path, off_t(middle + 55)) == 0)
    let damage = LogDamage(
      cause: .truncated(
        needed: UInt64(reader.blocks[1].memberLength - 52), found: 3), part: .block(2),
      offset: UInt64(middle), wholeSteps: 10)
    #expect(reader.verify() == damage)
  }
}
