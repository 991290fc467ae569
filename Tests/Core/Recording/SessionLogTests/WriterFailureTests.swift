import Foundation
import SessionLog
import Platform
import TestSupport
import Testing

@Suite("Writers whose disk fails")
struct WriterFailureTests {
  let folder: TemporaryFolder
  let path: String
  let partial: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    partial = path + ".partial"
  }

  /// The length of the header and of the first two sample blocks in bytes.
  private func twoBlocks() throws -> Int {
    try writeLog(folder.file("measure"))
    let reader = try LogReader(path: folder.file("measure"))
    return Int(reader.blocks[2].offset)
  }

  @Test("Writing stops at the last whole block, is reported once, and later steps are counted")
  func diskFull() throws {
    let failures = Mutex<[LogWriterError]>([])
    let whole = try twoBlocks()
    let writer = try LogWriter(
      path: path, header: sampleHeader, operations: .full(after: whole + 20),
      onFailure: { failure in failures.withLock { $0.append(failure) } })
    for block in sampleBlocks { writer.append(block: block) }
    writer.append(block: block("late", from: 17, steps: 4))
    writer.append(block: block("later", from: 21, steps: 2))
    writer.flush()

    let first = LogWriterError.stopped(
      path: partial, cause: .system(code: ENOSPC), wholeSteps: 15, droppedSteps: 1)
    #expect(failures.withLock { $0 } == [first])
    let last = LogWriterError.stopped(
      path: partial, cause: .system(code: ENOSPC), wholeSteps: 15, droppedSteps: 7)
    #expect(throws: last) { try writer.finish() }
    #expect(failures.withLock { $0.count } == 1)

    #expect(try bytes(of: partial).count == whole)
    let reader = try LogReader(path: partial)
    #expect(reader.damage?.cause == .unfinished)
    #expect(try readBlocks(reader) == Array(sampleBlocks[..<2]))
  }

  @Test("A disk without space for the header leaves no file")
  func noRoomForHeader() throws {
    let expected = LogWriterError.stopped(
      path: partial, cause: .system(code: EDQUOT), wholeSteps: 0, droppedSteps: 0)
    #expect(throws: expected) {
      try LogWriter(
        path: path, header: sampleHeader, operations: .full(after: 30, code: EDQUOT))
    }
    #expect(try folder.names() == [])
  }

  @Test("A disk that is full when the index is written leaves every step in the unfinished log")
  func noRoomForIndex() throws {
    writeSample(operations: .full(after: try twoBlocks() + 10), blocks: 2, code: ENOSPC, steps: 15)
    #expect(try LogReader(path: partial).damage?.cause == .unfinished)
  }

  @Test("A log that cannot be synced keeps its temporary name")
  func syncFails() throws {
    var operations = LogFileOperations.unsynced
    operations.sync = { _ throws(SystemError) in throw SystemError(code: EIO) }
    writeSample(operations: operations, blocks: 3, code: EIO, steps: 16)
    #expect(try readBlocks(LogReader(path: partial)) == sampleBlocks)
  }

  @Test("sync writes blocks and, the first time, the file's name to disk")
  func sync() throws {
    let synced = Mutex<[Bool]>([])
    var operations = LogFileOperations.unsynced
    operations.sync = { file in
      var status = stat()
      fstat(file, &status)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      synced.withLock { $0.append(isFolder) }
    }
    let writer = try LogWriter(path: path, header: sampleHeader, operations: operations)
    writer.append(block: sampleBlocks[0])
    writer.sync()
    #expect(try LogReader(path: partial).stepCount == 10)
    writer.sync()
    #expect(synced.withLock { $0 } == [false, true, false])
    writer.abandon()
    writer.sync()
    #expect(synced.withLock { $0.count } == 3)
  }

  @Test("A disk that fails during a sync stops the log, and is reported once")
  func syncStops() throws {
    let failures = Mutex<[LogWriterError]>([])
    var operations = LogFileOperations.unsynced
    operations.sync = { _ throws(SystemError) in throw SystemError(code: EIO) }
    let writer = try LogWriter(
      path: path, header: sampleHeader, operations: operations,
      onFailure: { failure in failures.withLock { $0.append(failure) } })
    writer.append(block: sampleBlocks[0])
    writer.sync()
    writer.append(block: sampleBlocks[1])
    writer.sync()
    let first = LogWriterError.stopped(
      path: partial, cause: .system(code: EIO), wholeSteps: 10, droppedSteps: 0)
    #expect(failures.withLock { $0 } == [first])
    let last = LogWriterError.stopped(
      path: partial, cause: .system(code: EIO), wholeSteps: 10, droppedSteps: 5)
    #expect(throws: last) { try writer.finish() }
  }

  @Test("A folder that cannot be synced stops the log, unless syncing folders is unsupported")
  func folderSyncFails() throws {
    func failures(_ code: Int32) throws -> [LogWriterError] {
      let failures = Mutex<[LogWriterError]>([])
      var operations = LogFileOperations.unsynced
      operations.sync = { file throws(SystemError) in
        var status = stat()
        fstat(file, &status)
        if status.st_mode & S_IFMT == S_IFDIR { throw SystemError(code: code) }
      }
      let writer = try LogWriter(
        path: path, header: sampleHeader, options: LogWriterOptions(overwrite: true),
        operations: operations, onFailure: { failure in failures.withLock { $0.append(failure) } })
      writer.append(block: sampleBlocks[0])
      writer.sync()
      writer.abandon()
      return failures.withLock { $0 }
    }
    let expected = LogWriterError.stopped(
      path: partial, cause: .system(code: EIO), wholeSteps: 10, droppedSteps: 0)
    #expect(try failures(EIO) == [expected])
    #expect(try failures(EINVAL) == [])
  }

  @Test("A log that cannot be renamed keeps its temporary name")
  func renameFails() throws {
    var operations = LogFileOperations.unsynced
    operations.rename = { _, _ throws(SystemError) in throw SystemError(code: EACCES) }
    writeSample(operations: operations, blocks: 3, code: EACCES, steps: 16)
    #expect(try LogReader(path: partial).state == .whole)
  }

  @Test("A log whose folder was removed is reported as completely lost")
  func folderRemoved() throws {
    let inside = folder.file("inside")
    try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: false)
    let writer = try LogWriter(
      path: inside + "/s.reprise", header: sampleHeader, options: .unmerged, operations: .unsynced)
    writer.append(block: sampleBlocks[0])
    try FileManager.default.removeItem(atPath: inside)
    writer.append(block: sampleBlocks[1])
    let expected = LogWriterError.stopped(
      path: inside + "/s.reprise.partial", cause: .removed, wholeSteps: 0, droppedSteps: 15)
    #expect(throws: expected) { try writer.finish() }
  }

  @Test("A removed log is restored when its blocks are merged")
  func fileRemoved() throws {
    let writer = try LogWriter(path: path, header: sampleHeader, operations: .unsynced)
    for block in sampleBlocks { writer.append(block: block) }
    writer.flush()
    try FileManager.default.removeItem(atPath: partial)
    #expect(try writer.finish().steps == 16)
    #expect(try LogReader(path: path).verify() == nil)
  }

  @Test("A write that makes no progress is a failure, and is not repeated forever")
  func writesNothing() throws {
    var operations = LogFileOperations.unsynced
    operations.write = { _, _, _ in 0 }
    let expected = LogWriterError.stopped(
      path: partial, cause: .system(code: EIO), wholeSteps: 0, droppedSteps: 0)
    #expect(throws: expected) {
      try LogWriter(path: path, header: sampleHeader, operations: operations)
    }
  }

  @Test("If a tail cannot be truncated, it is damage, and the steps before it are intact")
  func truncationFails() throws {
    var operations = LogFileOperations.full(after: try twoBlocks() + 20)
    operations.truncate = { _, length throws(SystemError) in
      if length > 0 { throw SystemError(code: EIO) }
    }
    writeSample(operations: operations, blocks: 3, code: ENOSPC, steps: 15, dropped: 1)
    let reader = try LogReader(path: partial)
    #expect(reader.damage?.cause == .truncated(needed: 52, found: 20))
    #expect(reader.wholeStepCount() == 15)
  }

  @Test("A block longer than readers accept stops the log")
  func tooLong() throws {
    let writer = try LogWriter(
      path: path, header: sampleHeader, options: LogWriterOptions(maximumBlockLength: 40))
    writer.append(block: sampleBlocks[0])
    writer.append(block: block(String(repeating: "x", count: 41), from: 11, steps: 1))
    let expected = LogWriterError.stopped(
      path: partial, cause: .blockTooLong(length: 41, limit: 40), wholeSteps: 10, droppedSteps: 1)
    #expect(throws: expected) { try writer.finish() }
  }

  @Test("A block that does not continue the steps stops the log")
  func stepGap() throws {
    let writer = try LogWriter(path: path, header: sampleHeader)
    writer.append(block: sampleBlocks[0])
    writer.append(block: sampleBlocks[2])
    let expected = LogWriterError.stopped(
      path: partial, cause: .stepGap(expected: 11, found: 16), wholeSteps: 10, droppedSteps: 1)
    #expect(throws: expected) { try writer.finish() }
  }

  @Test("A caller waits when the maximum number of blocks is pending")
  func backlog() throws {
    let returned = Mutex(0)
    let furthest = Mutex(0)
    let written = Mutex(-1)
    var operations = LogFileOperations.unsynced
    operations.write = { file, bytes, offset throws(SystemError) in
      let ahead = returned.withLock { $0 } - written.withLock { $0 }
      furthest.withLock { $0 = max($0, ahead) }
      written.withLock { $0 += 1 }
      return try LogFileOperations.system.write(file, bytes, offset)
    }
    let writer = try LogWriter(
      path: path, header: sampleHeader,
      options: LogWriterOptions(mergedBlockLength: 0, backlog: 2), operations: operations)
    let bytes = [UInt8](repeating: 1, count: 200_000)
    for step in 1...50 {
      writer.append(
        block: LogBlock(
          bytes: bytes, firstStep: UInt64(step), stepCount: 1, startsWithKeyframe: false))
      returned.withLock { $0 += 1 }
    }
    #expect(try writer.finish().steps == 50)
    #expect(furthest.withLock { $0 } <= 2)
  }

  private func writeSample(
    operations: LogFileOperations, blocks: Int, code: Int32, steps: UInt64, dropped: UInt64 = 0
  ) {
    let expected = LogWriterError.stopped(
      path: partial, cause: .system(code: code), wholeSteps: steps, droppedSteps: dropped)
    #expect(throws: expected) {
      try writeLog(path, Array(sampleBlocks[..<blocks]), operations: operations)
    }
  }
}
