import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Writers that cannot start")
struct WriterRefusalTests {
  let folder: TemporaryFolder
  let path: String
  let overwrite = LogWriterOptions(overwrite: true)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  @Test("A log with the same name is rejected and not changed")
  func fileExists() throws {
    try writeLog(path)
    let before = try bytes(of: path)
    #expect(throws: LogWriterError.fileExists(path: path)) {
      try LogWriter(path: path, header: sampleHeader)
    }
    #expect(try bytes(of: path) == before)
    #expect(try folder.names() == ["s.reprise"])
  }

  @Test("On request, a log with the same name is replaced when the new log is finished")
  func fileOverwritten() throws {
    try writeLog(path)
    let writer = try LogWriter(path: path, header: sampleHeader, options: overwrite)
    writer.append(block: sampleBlocks[0])
    writer.flush()
    #expect(try LogReader(path: path).stepCount == 16)
    _ = try writer.finish()
    #expect(try LogReader(path: path).stepCount == 10)
  }

  @Test("An unfinished log is rejected and not changed")
  func partialExists() throws {
    let left = try LogWriter(path: path, header: sampleHeader)
    left.append(block: sampleBlocks[0])
    left.abandon()
    let expected = LogWriterError.partialExists(path: path + ".partial", isBeingWritten: false)
    #expect(throws: expected) { try LogWriter(path: path, header: sampleHeader) }
    #expect(try LogReader(path: path + ".partial").stepCount == 10)
  }

  @Test("An unfinished log is replaced on request")
  func partialOverwritten() throws {
    let left = try LogWriter(path: path, header: sampleHeader)
    left.append(block: sampleBlocks[0])
    left.abandon()
    let writer = try LogWriter(path: path, header: sampleHeader, options: overwrite)
    _ = try writer.finish()
    #expect(try LogReader(path: path).stepCount == 0)
  }

  @Test("A second recorder is rejected even if it may overwrite", arguments: [false, true])
  func secondRecorder(mayOverwrite: Bool) throws {
    let first = try LogWriter(path: path, header: sampleHeader)
    first.append(block: sampleBlocks[0])
    let expected = LogWriterError.partialExists(path: path + ".partial", isBeingWritten: true)
    #expect(throws: expected) {
      try LogWriter(
        path: path, header: sampleHeader, options: LogWriterOptions(overwrite: mayOverwrite))
    }
    #expect(try first.finish().steps == 10)
    #expect(try LogReader(path: path).verify() == nil)
  }

  @Test("A recorder whose file was removed does not change the file that replaced it")
  func secondAfterRemoval() throws {
    for options in [LogWriterOptions(), .unmerged] {
      let first = try LogWriter(path: path, header: sampleHeader, options: options)
      for block in sampleBlocks { first.append(block: block) }
      first.flush()
      try FileManager.default.removeItem(atPath: path + ".partial")
      let second = try LogWriter(path: path, header: sampleHeader, options: .unmerged)
      second.append(block: sampleBlocks[0])
      second.flush()

      _ = try? first.finish()

      #expect(try LogReader(path: path + ".partial").stepCount == 10)
      try? FileManager.default.removeItem(atPath: path)
      #expect(try second.finish().steps == 10)
      #expect(try LogReader(path: path).stepCount == 10)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("A missing folder is named")
  func folderMissing() {
    let missing = folder.file("nowhere")
    #expect(throws: LogWriterError.folderMissing(path: missing)) {
      try LogWriter(path: missing + "/s.reprise", header: sampleHeader)
    }
  }

  @Test("A log that the system refuses to create is rejected with the system's reason")
  func notAFolder() throws {
    try write([], to: folder.file("plain"))
    let inside = folder.file("plain/s.reprise")
    let expected = LogWriterError.cannotCreate(path: inside + ".partial", code: ENOTDIR)
    #expect(throws: expected) { try LogWriter(path: inside, header: sampleHeader) }
  }

  @Test("A log that appears during the recording is not replaced")
  func appearsMeanwhile() throws {
    let writer = try LogWriter(path: path, header: sampleHeader)
    writer.append(block: sampleBlocks[0])
    try write([1], to: path)
    #expect(throws: LogWriterError.fileExists(path: path)) { try writer.finish() }
    #expect(try bytes(of: path) == [1])
    #expect(try LogReader(path: path + ".partial").stepCount == 10)
  }
}
