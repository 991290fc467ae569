import SessionLog
import TestSupport
import Testing

@Suite("The file format")
struct FormatTests {
  @Test("A log consists of exactly the documented bytes")
  func exactBytes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try writeLog(
      path, [block("KEY", from: 1, steps: 0, keyframe: true), block("abcd", from: 1, steps: 2)],
      options: LogWriterOptions(compressionLevel: 0, mergedBlockLength: 0))

    let header = Member.header().bytes
    let first = Member.block(1, from: 1, steps: 0, [0x4b, 0x45, 0x59], keyframe: true).bytes
    let second = Member.block(2, from: 1, steps: 2, [0x61, 0x62, 0x63, 0x64]).bytes
    let offsets = [header.count, header.count + first.count]
    let index = index(3, steps: 2, [(offsets[0], 1, 0, 1), (offsets[1], 1, 2, 0)]).bytes
    let body = header + first + second
    let copy = Member(kind: 4, sequence: 4, payload: sampleHeader + [10]).bytes
    #expect(try bytes(of: path) == body + index + copy + Member.end(5, indexAt: body.count).bytes)
  }

  @Test("The end member is 62 bytes before the end of the file, and has the location of the index")
  func endOfFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try writeLog(path)
    let file = try bytes(of: path)
    let end = Array(file.suffix(62))
    #expect(end.starts(with: [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 40, 0, 0x52, 0x50, 36, 0, 3]))
    let offset = end[32..<40].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(file[offset + 16] == 2)
    #expect(file[offset + 20] == UInt8(sampleBlocks.count + 1))
  }

  @Test("An unfinished log consists of exactly the documented header and blocks")
  func exactPartialBytes() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let writer = try LogWriter(
      path: path, header: sampleHeader, options: LogWriterOptions(compressionLevel: 0))
    writer.append(block: block("abcd", from: 1, steps: 2))
    writer.abandon()
    let expected =
      Member.header().bytes + Member.block(1, from: 1, steps: 2, [97, 98, 99, 100]).bytes
    #expect(try bytes(of: path + ".partial") == expected)
  }
}
