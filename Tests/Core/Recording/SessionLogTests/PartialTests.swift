import SessionLog
import TestSupport
import Testing

@Suite("Unfinished logs")
struct PartialTests {
  @Test("A log can be read while it is written, up to the last flush")
  func whileWriting() throws {
    let folder = try TemporaryFolder()
    let writer = try LogWriter(path: folder.file("s.reprise"), header: sampleHeader)
    #expect(try LogReader(path: writer.partialPath).stepCount == 0)
    writer.append(block: sampleBlocks[0])
    writer.append(block: sampleBlocks[1])
    writer.flush()

    let reader = try LogReader(path: writer.partialPath)
    let damage = LogDamage(
      cause: .unfinished, part: .end, offset: reader.fileLength, wholeSteps: 15)
    #expect(reader.state == .damaged(damage))
    #expect(try readBlocks(reader) == Array(sampleBlocks[..<2]))
    #expect(reader.verify() == damage)
    #expect(try folder.names() == ["s.reprise.partial"])
    writer.abandon()
  }

  @Test("An abandoned log keeps every block that was appended, and cannot be finished")
  func abandoned() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let writer = try LogWriter(path: path, header: sampleHeader)
    for block in sampleBlocks { writer.append(block: block) }
    writer.abandon()
    #expect(throws: LogWriterError.closed(path: path)) { try writer.finish() }
    #expect(try LogReader(path: writer.partialPath).stepCount == 16)
  }

  @Test("A released writer leaves its blocks in the file")
  func released() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    try {
      let writer = try LogWriter(path: path, header: sampleHeader)
      writer.append(block: sampleBlocks[0])
      writer.flush()
    }()
    #expect(try LogReader(path: path + ".partial").stepCount == 10)
  }

  @Test("Finishing again returns the same result and writes nothing")
  func finishedTwice() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let writer = try LogWriter(path: path, header: sampleHeader)
    writer.append(block: sampleBlocks[0])
    let summary = try writer.finish()
    writer.append(block: sampleBlocks[1])
    #expect(try writer.finish() == summary)
    #expect(try LogReader(path: path).stepCount == 10)
  }
}
