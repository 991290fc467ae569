import ComposableArchitecture
import Foundation
import Platform
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import Testing
import TestSupport

/// Kills a recorder within each of its writes, after every seventh byte.
@MainActor
@Suite("Killed sessions with effects")
struct KilledSessionTests {
  /// The files of a recording before a write, and the write to the log.
  private struct Moment: Sendable {
    let log: [UInt8]
    let journal: [UInt8]?
    let bytes: [UInt8]

    /// Creates the files that a kill before the write leaves.
    func restore(at path: String) throws {
      try restoreLog(killedAfter: 0, at: path)
      guard let journal else { return _ = unlink(path + ".journal") }
      try write(journal, to: path + ".journal")
    }

    /// Creates the log that a kill after a number of written bytes leaves.
    func restoreLog(killedAfter count: Int, at path: String) throws {
      try write(log + bytes.prefix(count), to: path)
    }
  }

  /// Records effects, and returns the moments at which the log was written.
  private func moments(_ durability: Durability) async throws -> [Moment] {
    let path = LockIsolated("")
    let moments = LockIsolated<[Moment]>([])
    let session = try LibrarySession(change: { options, _ in
      options.durability = durability
      options.operations = .unsynced
      options.operations.write = { file, bytes, offset throws(SystemError) in
        let partial = path.value
        if !partial.isEmpty, isFile(file, at: partial),
          let log = try? TestSupport.bytes(of: partial)
        {
          let journal = try? TestSupport.bytes(of: partial + ".journal")
          let moment = Moment(
            log: Array(log.prefix(Int(offset))), journal: journal, bytes: Array(bytes))
          moments.withValue { $0.append(moment) }
        }
        return try LogFileOperations.system.write(file, bytes, offset)
      }
    })
    let partial = session.path + ".partial"
    path.setValue(partial)
    await session.send(.copy("a"))
    await session.open("load a")
    await session.send(.find(2))
    session.recorder.flush()
    await session.open("find 2")
    await session.send(.number(3))
    await session.send(.tick)
    await session.advance(milliseconds: 30_000)
    try session.finish()
    await session.end()
    return moments.value
  }

  @Test(
    "A log killed within any write is recovered with all of its steps",
    arguments: Durability.allCases)
  func killed(durability: Durability) async throws {
    let folder = try TemporaryFolder()
    let moments = try await moments(durability)
    #expect(moments.count >= (durability == .step ? 6 : 2))
    let partial = folder.file("a.reprise.partial")
    let whole = folder.file("whole.reprise")
    for (index, moment) in moments.enumerated() {
      try moment.restore(at: partial)
      let stepCount = try LogReader(path: partial, options: .session).stepCount
      for count in stride(from: index % 7, through: moment.bytes.count, by: 7) {
        try moment.restoreLog(killedAfter: count, at: partial)
        let summary = try recoverLog(
          from: partial, to: whole, overwrite: true, readerOptions: .session,
          operations: .unsynced)
        #expect(summary.log.steps >= stepCount, "write \(index), byte \(count)")
        let log = try LogReader(path: whole, options: .session)
        #expect(log.verify() == nil, "write \(index), byte \(count)")
        #expect(log.stepCount == summary.log.steps, "write \(index), byte \(count)")
      }
      let report = SessionReplayer(LibrarySession.app { Library() }).replay(path: whole)
      #expect(report.verdict.kind == .match, "write \(index)")
    }
  }

  @Test("Recovery in production removes the unfinished files only if the log has their steps")
  func production() async throws {
    let moments = try await moments(.step)
    for moment in moments {
      let folder = try TemporaryFolder()
      let partial = folder.file("a.reprise.partial")
      try moment.restore(at: partial)
      try moment.restoreLog(killedAfter: moment.bytes.count / 2, at: partial)
      let stepCount = try LogReader(path: partial, options: .session).stepCount
      let folderURL = URL(fileURLWithPath: folder.path)
      let session = try #require(SessionRecorderOf<Library>.recoverable(in: folderURL).first)
      let log = try LogReader(path: session.recover().path, options: .session)
      #expect(log.stepCount == stepCount)
      #expect(log.verify() == nil)
      #expect(try folder.names() == ["a.reprise"])
    }
  }
}

/// Returns whether a path refers to an open file.
private func isFile(_ file: Int32, at path: String) -> Bool {
  var (one, other) = (stat(), stat())
  return fstat(file, &one) == 0 && stat(path, &other) == 0 && one.st_ino == other.st_ino
    && one.st_dev == other.st_dev
}
