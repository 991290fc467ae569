import ComposableArchitecture
import Foundation
import Locking
import SessionLog
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("A recorder whose disk fails")
struct FullDiskTests {
  private static let ring = 128
  private static let total = 5_000
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Records steps into a ring, written by these calls of the system.
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

  /// Checks that what was left is one log, with all steps up to its last, and makes it whole.
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

  @Test("A disk that becomes full is told once, and leaves the ring up to then")
  func diskFull() throws {
    let app = record(by: .full(after: 20_000))
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
    let (first, last) = try recovered(app)
    #expect(first > 1)
    #expect(last > 1_000 && last < UInt64(Self.total))
    #expect(last - first + 1 >= UInt64(Self.ring))
  }

  @Test("A disk that becomes full leaves a log of everything up to then")
  func diskFullWithoutRing() throws {
    let app = record(by: .full(after: 5_000), retention: .everything)
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
    let (first, last) = try recovered(app)
    #expect(first == 1)
    #expect(last > 250)
  }

  @Test("A ring that has no room to be cut grows, and nothing is lost")
  func noRoomToCut() throws {
    let app = record(by: .refusingOtherFiles())
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.isEmpty)
    #expect(try extent(of: log) == (1, UInt64(Self.total), []))
    #expect(replayed(log).verdict.kind == .match)
    #expect(try folder.names(in: "sessions") == [log.lastPathComponent])
  }

  @Test("Where names cannot be exchanged, the ring is cut by renaming")
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

  @Test("Where no file takes the place of another, the ring grows, and nothing is lost")
  func noReplacement() throws {
    var operations = LogFileOperations.system
    operations.exchange = { _, _ throws(SystemError) in throw SystemError(code: EIO) }
    operations.rename = { from, to throws(SystemError) in
      if to.hasSuffix(".partial") { throw SystemError(code: EIO) }
      try LogFileOperations.system.rename(from, to)
    }
    let app = record(by: operations)
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.isEmpty)
    #expect(try extent(of: log) == (1, UInt64(Self.total), []))
    #expect(replayed(log).verdict.kind == .match)
  }

  // Nothing is read-only for root.
  @Test(
    "A folder that is read-only is told once, and the store works", .enabled(if: geteuid() != 0))
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
  /// A disk that takes so many bytes in all.
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

  /// A disk that takes the first file that is written and no other.
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
