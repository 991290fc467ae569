import ComposableArchitecture
import Foundation
import Platform
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Recorders whose disk fails")
struct FullDiskTests {
  private static let ring = 128
  private static let total = 5_000
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Records steps into a ring with these system calls.
  private func record(by operations: LogFileOperations, retention: SessionRetention? = nil)
    -> Recorded
  {
    var options = SessionRecordingOptions()
    options.operations = operations
    let app = Recorded(
      in: URL(folder), keeping: retention ?? .last(steps: Self.ring), options: options)
    for number in 1...Self.total { app.store.send(.add(number % 5)) }
    #expect(app.store.state.total == 2 * Self.total)
    return app
  }

  /// Checks that one log is left, and recovers it. It must have all steps up to its last.
  private func recovered(_ app: Recorded) throws -> (first: UInt64, last: UInt64) {
    #expect(try folder.names(in: "sessions").filter { $0.contains("rewriting") } == [])
    let all = SessionRecorderOf<Notebook>.recoverable(in: URL(folder))
    #expect(all.count == 1)
    let left = try #require(all.first)
    #expect(left.wasCutOff)
    #expect(left.file == app.failures.list.first?.log)
    let log = try left.recover()
    #expect(try LogReader(path: log.path, options: .session).verify() == nil)
    let report = replayed(log)
    #expect(report.verdict.kind == .match)
    #expect(report.lostSteps == 0)
    let (first, last, _) = try extent(of: log)
    return (first, last)
  }

  @Test("A full disk is reported once, and the ring up to that point is left")
  func diskFull() throws {
    let app = record(by: .full(after: 22_000))
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
    let (first, last) = try recovered(app)
    #expect(first > 1)
    #expect(last > 900 && last < UInt64(Self.total))
    #expect(last - first + 1 >= UInt64(Self.ring))
  }

  @Test("After a full disk, a log of all steps up to that point is left")
  func diskFullWithoutRing() throws {
    let app = record(by: .full(after: 5_000), retention: .everything)
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
    let (first, last) = try recovered(app)
    #expect(first == 1)
    #expect(last > 250)
  }

  /// Checks that the ring kept its bound. The failure to replace its file must have been reported.
  private func checkCutInPlace(_ app: Recorded) throws {
    let partial = try #require(app.recorder.log)
    app.recorder.mark("the end")
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.map(\.reason) == [.storage])
    #expect(app.failures.list.first?.log == partial)
    #expect(app.failures.list.first?.description.contains("removed in place") == true)
    let (first, last, marks) = try extent(of: log)
    #expect(last == UInt64(Self.total) + 1)
    #expect(marks == ["the end"])
    #expect(Self.ring...Self.ring + 128 ~= Int(last - first + 1))
    #expect(try LogReader(path: log.path, options: .session).verify() == nil)
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test("A ring keeps its bound when the disk has no space for a second file")
  func noRoomToCut() throws {
    let app = record(by: .refusingOtherFiles())
    try checkCutInPlace(app)
    #expect(try folder.names(in: "sessions").count == 1)
  }

  @Test("A ring keeps its bound when no second file can be created")
  func noSecondFile() throws {
    let app = Recorded(in: URL(folder), keeping: .last(steps: Self.ring))
    let partial = try #require(app.recorder.log)
    // Even root cannot replace a folder by a file.
    try FileManager.default.createDirectory(
      atPath: partial.path + ".rewriting", withIntermediateDirectories: false)
    var longest: UInt64 = 0
    for number in 1...Self.total {
      app.store.send(.add(number % 5))
      guard number.isMultiple(of: 100) else { continue }
      longest = max(longest, try LogReader(path: partial.path, options: .session).stepCount)
    }
    #expect(longest <= UInt64(Self.ring + 128))
    try checkCutInPlace(app)
  }

  @Test("A ring whose file was removed keeps its bound")
  func removedFile() throws {
    let sizes = Mutex<[Int]>([])
    var options = SessionRecordingOptions()
    options.operations.write = { file, bytes, offset throws(SystemError) in
      sizes.withLock { $0.append(Int(offset) + bytes.count) }
      return try LogFileOperations.system.write(file, bytes, offset)
    }
    let app = Recorded(in: URL(folder), keeping: .last(steps: Self.ring), options: options)
    try FileManager.default.removeItem(at: try #require(app.recorder.log))
    for number in 1...Self.total { app.store.send(.add(number % 5)) }
    app.recorder.stop()
    #expect(app.failures.list.first?.reason == .storage)
    #expect(try #require(sizes.withLock { $0.max() }) < 20_000)
  }

  @Test("A ring that is cut in place can be recovered at any instant")
  func cutInstants() throws {
    let name = Mutex<String?>(nil)
    let copies = Mutex<[(path: String, lastStep: UInt64)]>([])
    var operations = LogFileOperations.refusingOtherFiles()
    let write = operations.write
    operations.write = { file, bytes, offset throws(SystemError) in
      let path = name.withLock { $0 } ?? ""
      guard let reader = try? LogReader(path: path, options: .session), offset < reader.fileLength
      else { return try write(file, bytes, offset) }
      // The kept blocks are being moved to the front of the file when the process is killed.
      let count = try write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(700)), offset)
      copies.withLock { copies in
        let copy = path.replacingOccurrences(of: ".reprise.", with: "-\(copies.count).reprise.")
        try? FileManager.default.copyChangingFile(atPath: path, toPath: copy)
        let block = reader.blocks.last { $0.memberLength > 0 }
        copies.append((copy, block?.lastStep ?? 0))
      }
      return count
    }
    var options = SessionRecordingOptions()
    options.operations = operations
    let app = Recorded(in: URL(folder), keeping: .last(steps: Self.ring), options: options)
    name.withLock { $0 = app.recorder.log?.path }
    for number in 1...1_000 { app.store.send(.add(number % 5)) }
    name.withLock { $0 = nil }
    let all = copies.withLock { $0 }
    #expect(all.count > 5)
    for (index, copy) in all.enumerated() {
      let whole = folder.file("\(index).reprise")
      _ = try recoverLog(from: copy.path, to: whole, overwrite: false, readerOptions: .session)
      let reader = try LogReader(path: whole, options: .session)
      #expect(reader.verify() == nil)
      // The newest steps are the purpose of a ring.
      #expect(reader.lastStep == copy.lastStep)
      #expect(replayed(URL(fileURLWithPath: whole)).verdict.kind == .match)
    }
    app.recorder.stop()
  }

  @Test("A ring is cut by renaming when names cannot be exchanged")
  func noExchange() throws {
    let counts = Mutex((exchanges: 0, renames: 0))
    var operations = LogFileOperations.system
    operations.exchange = { _, _ throws(SystemError) in
      counts.withLock { $0.exchanges += 1 }
      throw SystemError(code: EINVAL)
    }
    operations.rename = { from, to throws(SystemError) in
      counts.withLock { $0.renames += 1 }
      try LogFileOperations.system.rename(from, to)
    }
    let app = record(by: operations)
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.isEmpty)
    let (exchanges, renames) = counts.withLock { $0 }
    #expect(exchanges > 0)
    #expect(renames > exchanges)
    let (first, last, _) = try extent(of: log)
    #expect(last == UInt64(Self.total))
    #expect(last - first + 1 <= UInt64(Self.ring + 128))
    #expect(replayed(log).verdict.kind == .match)
    #expect(try folder.names(in: "sessions") == [log.lastPathComponent])
  }

  @Test("A ring keeps its bound when no file can be replaced")
  func noReplacement() throws {
    var operations = LogFileOperations.system
    operations.exchange = { _, _ throws(SystemError) in throw SystemError(code: EIO) }
    operations.rename = { from, to throws(SystemError) in
      if to.hasSuffix(".partial") { throw SystemError(code: EIO) }
      try LogFileOperations.system.rename(from, to)
    }
    try checkCutInPlace(record(by: operations))
  }

  // Root can write to any folder.
  @Test(
    "A read-only folder is reported once, and the store continues to work",
    .enabled(if: geteuid() != 0))
  func readOnlyFolder() throws {
    try FileManager.default.createDirectory(at: URL(folder), withIntermediateDirectories: true)
    let mode = FileManager.default
    try mode.setAttributes([.posixPermissions: 0o555], ofItemAtPath: URL(folder).path)
    defer { try? mode.setAttributes([.posixPermissions: 0o755], ofItemAtPath: URL(folder).path) }
    let app = Recorded(in: URL(folder))
    for number in 1...10 { app.store.send(.add(number)) }
    #expect(app.store.state.total == 55)
    #expect(app.failures.list.map(\.reason) == [.storage])
    #expect(app.recorder.stop() == nil)
  }
}

extension LogFileOperations {
  /// A disk with a capacity in bytes.
  fileprivate static func full(after capacity: Int) -> LogFileOperations {
    let left = Mutex(capacity)
    var operations = system
    operations.write = { file, bytes, offset throws(SystemError) in
      let granted = left.withLock { left in
        let granted = min(left, bytes.count)
        left -= granted
        return granted
      }
      guard granted > 0 else { throw SystemError(code: ENOSPC) }
      return try system.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<granted]), offset)
    }
    return operations
  }

  /// A disk that accepts writes only to the first written file.
  fileprivate static func refusingOtherFiles() -> LogFileOperations {
    let first = Mutex<Int32?>(nil)
    var operations = system
    operations.write = { file, bytes, offset throws(SystemError) in
      let isKnown = first.withLock { first in
        first = first ?? file
        return first == file
      }
      guard isKnown else { throw SystemError(code: ENOSPC) }
      return try system.write(file, bytes, offset)
    }
    return operations
  }
}
