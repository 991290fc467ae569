import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Files that aren't logs")
struct ReaderRefusalTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  private func expect(
    _ error: LogReaderError, from bytes: [UInt8], options: LogReaderOptions = .init(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try write(bytes, to: path)
    #expect(throws: error, sourceLocation: sourceLocation) {
      try LogReader(path: path, options: options)
    }
  }

  @Test("A missing file is rejected with the system's reason")
  func missing() {
    #expect(throws: LogReaderError.cannotOpen(path: path, code: ENOENT)) {
      try LogReader(path: path)
    }
  }

  @Test("A folder and a pipe are not files")
  func notAFile() throws {
    #expect(throws: LogReaderError.notARegularFile(path: folder.path)) {
      try LogReader(path: folder.path)
    }
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: LogReaderError.notARegularFile(path: path)) { try LogReader(path: path) }
  }

  @Test("An empty file is distinguished from a truncated file")
  func empty() throws {
    try expect(.emptyFile(path: path), from: [])
    try expect(.truncatedHeader(path: path, length: 1), from: [0x1f])
  }

  @Test("A file that isn't gzip, or that is gzip but not a log, is reported")
  func foreign() throws {
    try expect(.notGzip(path: path), from: [UInt8]("{\"format\":\"reprise\"}".utf8))
    try expect(
      .notALog(path: path),
      from: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test(
    "A file whose header isn't JSON of this format isn't a log",
    arguments: [
      "", "[]", "{}", #"{"format":"other","version":2}"#, #"{"format":"reprise"}"#,
      #"{"format":"reprise","version":1}"#, #"{"format":"reprise","version":2,"requires":7}"#,
    ])
  func otherJSON(json: String) throws {
    try expect(.notALog(path: path), from: Member.header([UInt8](json.utf8)).bytes)
  }

  @Test("A header of more than one line is damaged")
  func twoLines() throws {
    try expect(
      .damagedHeader(path: path, cause: .badMemberHeader),
      from: Member.header(sampleHeader + [10]).bytes)
  }

  @Test("A header whose payload does not match its checksum is damaged")
  func damagedHeader() throws {
    var header = Member.header()
    header.claimedChecksum = 0
    try expect(.damagedHeader(path: path, cause: .checksumMismatch), from: header.bytes)
  }

  @Test("A log that begins with a block has a damaged header")
  func blockFirst() throws {
    try expect(
      .damagedHeader(path: path, cause: .unexpectedMember),
      from: Member.block(0, from: 1, steps: 1, sampleHeader + [10]).bytes)
  }

  @Test("A log of a later version is rejected with both versions")
  func newerVersion() throws {
    try expect(
      .newerFormat(path: path, version: 7, supported: 2, unknownFeatures: []),
      from: Member.header([UInt8](#"{"format":"reprise","version":7,"requires":[]}"#.utf8)).bytes)
  }

  @Test("A log of a newer version is reported with its version, whatever it requires")
  func newerRequirements() throws {
    try expect(
      .newerFormat(path: path, version: 3, supported: 2, unknownFeatures: ["b", "c"]),
      from: Member.header(
        [UInt8](#"{"format":"reprise","version":3,"requires":["b","c"]}"#.utf8)
      ).bytes)
    try expect(
      .newerFormat(path: path, version: 3, supported: 2, unknownFeatures: []),
      from: Member.header(
        [UInt8](#"{"format":"reprise","version":3,"requires":{"b":3}}"#.utf8)
      ).bytes)
  }

  @Test("A log that requires a feature is read only by a reader that knows the feature")
  func requires() throws {
    let json = #"{"requires":["a","b"],"version":2,"format":"reprise"}"#
    let bytes = Member.header([UInt8](json.utf8)).bytes
    try expect(
      .newerFormat(path: path, version: 2, supported: 2, unknownFeatures: ["b"]), from: bytes,
      options: LogReaderOptions(supportedFeatures: ["a"]))
    let reader = try LogReader(
      path: path, options: LogReaderOptions(supportedFeatures: ["a", "b"]))
    #expect(reader.preamble.requires == ["a", "b"])
  }

  @Test("A header without 'requires' and with other keys requires nothing")
  func otherKeys() throws {
    let json = #"{"format":"reprise","version":2,"schema":{"a":[1,2]}}"#
    try write(Member.header([UInt8](json.utf8)).bytes, to: path)
    #expect(try LogReader(path: path).preamble.requires == [])
  }

  @Test("A header above the length limit is rejected before it is inflated, and never written")
  func longHeader() throws {
    let limit = 1 << 20
    var member = Member.header()
    member.compressed = deflatedZeros(limit + 1)
    member.claimedRawLength = UInt32(limit + 1)
    try write(member.bytes, to: path)
    let expected = LogReaderError.damagedHeader(
      path: path, cause: .impossibleLength(claimed: UInt64(limit + 1), limit: UInt64(limit)))
    #expect(throws: expected) { try LogReader(path: path) }

    let header = [UInt8](repeating: UInt8(ascii: " "), count: limit)
    let refused = LogWriterError.stopped(
      path: folder.file("long.reprise.partial"),
      cause: .headerTooLong(length: limit + 1, limit: limit), wholeSteps: 0, droppedSteps: 0)
    #expect(throws: refused) { try LogWriter(path: folder.file("long.reprise"), header: header) }
    #expect(
      try LogWriter(path: folder.file("most.reprise"), header: Array(header.dropLast())).finish()
        .steps == 0)
  }
}
