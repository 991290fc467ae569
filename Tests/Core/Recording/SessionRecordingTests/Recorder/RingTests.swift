import ComposableArchitecture
import Foundation
import Platform
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Logs with limited retention")
struct RingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "A ring keeps the last steps, and at most a block before them",
    arguments: [1, 100, 1_000, 1_009, 2_049, 10_000])
  func steps(count: Int) throws {
    let app = Recorded(in: URL(folder), keeping: .last(steps: count))
    let total = 3 * count + 517
    for number in 1...total { app.store.send(.add(number % 5)) }
    let log = try #require(app.recorder.stop())
    let (first, last, _) = try extent(of: log)
    #expect(last == UInt64(total))
    let kept = Int(last - first + 1)
    #expect(kept >= count)
    #expect(kept <= count + Int(block(ofSteps: count)))
    let report = replayed(log)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == UInt64(kept))
    #expect(report.lostSteps == 0)
  }

  @Test(
    "A ring that is cut a thousand times is intact at 200 instants, and keeps its bound"
  )
  func anyInstant() throws {
    let count: UInt64 = 128
    let app = Recorded(in: URL(folder), keeping: .last(steps: Int(count)))
    let partial = try #require(app.recorder.log).path
    var generator = SeededGenerator(seed: 7)
    var sent: UInt64 = 0
    for instant in 1...200 {
      for _ in 0..<(150 + generator.below(1_000)) {
        sent += 1
        app.store.send(sent.isMultiple(of: 97) ? .write("Milk") : .add(Int(sent % 5)))
      }
      // Copy the journal first. A block that leaves the journal in the meantime is then in the
      // file.
      let copy = folder.file("\(instant).reprise.partial")
      try FileManager.default.copyChangingFile(
        atPath: partial + ".journal", toPath: copy + ".journal")
      try FileManager.default.copyChangingFile(atPath: partial, toPath: copy)
      let reader = try LogReader(path: copy, options: .session)
      #expect(reader.lastStep == sent)
      #expect(reader.stepCount >= min(count, sent))
      #expect(reader.stepCount <= count + block(ofSteps: Int(count)))
      #expect(reader.lostSteps == 0)
      let whole = folder.file("\(instant).reprise")
      let summary = try recoverLog(
        from: copy, to: whole, overwrite: false, readerOptions: .session)
      #expect(summary.lostSteps == 0)
      #expect(try LogReader(path: whole, options: .session).verify() == nil)
      let report = replayed(URL(fileURLWithPath: whole))
      #expect(report.verdict.kind == .match)
      #expect(report.stepCount == reader.stepCount)
    }
  }

  @Test(
    "A ring keeps its bound before and after each write and each exchange of files",
    arguments: [1, 100, 1_009, 2_048, 2_049])
  func worstInstants(count: Int) throws {
    let part = try #require(LogRetention(.last(steps: count)).ringLimits).part
    let total = UInt64(4 * count + 2_000)
    let sizes = Mutex<[UInt64]>([])
    let name = Mutex<String?>(nil)
    // This runs on the log's queue. Meanwhile, the store sends actions until it has to wait.
    let measure = { @Sendable (isCut: Bool) in
      guard let path = name.withLock({ $0 }) else { return }
      let read = { try? LogReader(path: path, options: .session) }
      guard var reader = read() else { return }
      let inFile = reader.blocks.indices.filter { !reader.isInJournal(blockAt: $0) }
      let written = inFile.last.map { reader.blocks[$0].lastStep } ?? 0
      // While one part is written, the next part is filled. A part in the file is no longer filled.
      let maxSent = min((written / part + (isCut ? 1 : 2)) * part, total)
      while reader.lastStep < maxSent, let next = read() { reader = next }
      sizes.withLock { $0.append(reader.stepCount) }
    }
    var options = SessionRecordingOptions()
    options.operations.write = { file, bytes, offset throws(SystemError) in
      let path = name.withLock { $0 } ?? ""
      measure(FileManager.default.fileExists(atPath: path + ".rewriting"))
      return try LogFileOperations.system.write(file, bytes, offset)
    }
    options.operations.exchange = { one, other throws(SystemError) in
      measure(true)
      try LogFileOperations.system.exchange(one, other)
      measure(true)
    }
    options.operations.rename = { from, to throws(SystemError) in
      measure(true)
      try LogFileOperations.system.rename(from, to)
      measure(true)
    }
    let app = Recorded(in: URL(folder), keeping: .last(steps: count), options: options)
    name.withLock { $0 = app.recorder.log?.path }
    for number in 1...Int(total) { app.store.send(.add(number % 5)) }
    name.withLock { $0 = nil }
    app.recorder.stop()
    let all = sizes.withLock { $0 }
    let most = try #require(all.max())
    #expect(most <= UInt64(count) + block(ofSteps: count))
    // The parts have their maximum length.
    #expect(most >= UInt64(count) + part)
    #expect(app.failures.list.isEmpty)
  }

  /// Returns the maximum number of steps in a ring beyond the requested number.
  private func block(ofSteps count: Int) -> UInt64 { UInt64(max(count / 8, 128)) }

  @Test(
    "A ring of bytes never exceeds its size, except by a block when the process is killed",
    arguments: [4 << 10, 64 << 10, 256 << 10])
  func bytes(limit: Int) async throws {
    let app = Recorded(in: URL(folder), keeping: .last(bytes: limit))
    let partial = try #require(app.recorder.log).path
    var generator = SeededGenerator(seed: 3)
    var sent: UInt64 = 0
    for instant in 1...20 {
      for _ in 0..<1_000 + generator.below(100) {
        sent += 1
        app.store.send(.edit(UUID(Int(sent)), "\(generator.next()) \(generator.next())"))
      }
      let copy = folder.file("\(instant).reprise.partial")
      try FileManager.default.copyChangingFile(
        atPath: partial + ".journal", toPath: copy + ".journal")
      try FileManager.default.copyChangingFile(atPath: partial, toPath: copy)
      let whole = folder.file("\(instant).reprise")
      let summary = try recoverLog(
        from: copy, to: whole, overwrite: false, readerOptions: .session)
      #expect(summary.lostSteps == 0)
      let reader = try LogReader(path: whole, options: .session)
      #expect(reader.lastStep == sent)
      #expect(reader.fileLength <= UInt64(limit + max(limit / 8, 8 << 10)))
    }
    let snapshot = URL(folder, "copy.reprise")
    try await app.recorder.snapshot(to: snapshot)
    for log in [snapshot, try #require(app.recorder.stop())] {
      let reader = try LogReader(path: log.path, options: .session)
      #expect(reader.fileLength <= UInt64(limit))
      #expect(reader.fileLength >= UInt64(limit / 2))
      #expect(reader.lastStep == sent)
      #expect(replayed(log).verdict.kind == .match)
    }
  }

  @Test("A large ring of bytes is not copied with each block")
  func copies() throws {
    let limit = 512 << 10
    let written = Mutex(0)
    let cuts = Mutex(0)
    var options = SessionRecordingOptions()
    options.operations.sync = { _ in }
    options.operations.write = { file, bytes, offset throws(SystemError) in
      written.withLock { $0 += bytes.count }
      return try LogFileOperations.system.write(file, bytes, offset)
    }
    options.operations.exchange = { one, other throws(SystemError) in
      cuts.withLock { $0 += 1 }
      try LogFileOperations.system.exchange(one, other)
    }
    // The ring is renamed when the last cut was a while ago, as on a slow machine.
    options.operations.rename = { from, to throws(SystemError) in
      cuts.withLock { $0 += 1 }
      try LogFileOperations.system.rename(from, to)
    }
    let app = Recorded(in: URL(folder), keeping: .last(bytes: limit), options: options)
    var generator = SeededGenerator(seed: 3)
    for number in 1...60_000 {
      app.store.send(.edit(UUID(number), "\(generator.next()) \(generator.next())"))
    }
    app.recorder.stop()
    let (bytes, count) = (written.withLock { $0 }, cuts.withLock { $0 })
    #expect(count > 10)
    // Each byte is written once with its block, and copied in each of about eight cuts.
    #expect(bytes < 12 * (limit + count * limit / 8))
    #expect(app.failures.list.isEmpty)
  }

  @Test("A ring of time keeps the steps of its duration, and at most a block before them")
  func duration() throws {
    var time: UInt64 = 0
    let path = folder.file("a.reprise")
    let recorder = try SessionRecorder<Notebook.State, Notebook.Action>(
      path: path, app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(retention: LogRetention(.last(.seconds(60)))),
      milliseconds: {
        time += 100
        return time
      }, onFailure: { _ in })
    let store = Session.store(recorder)
    for number in 1...5_000 {
      // A pause of two minutes.
      if number == 2_500 { time += 120_000 }
      store.send(.add(number))
      guard number.isMultiple(of: 7) else { continue }
      let reader = try LogReader(path: path + ".partial", options: .session)
      // Ten steps per second, and a block of an eighth of a minute.
      #expect(reader.stepCount <= 600 + 75)
      if !(2_500..<3_100 ~= number) { #expect(reader.stepCount >= min(600, number)) }
    }
    let log = URL(fileURLWithPath: try recorder.finish().path)
    let (first, last, _) = try extent(of: log)
    #expect(last == 5_000)
    #expect(600...600 + 75 ~= last - first + 1)
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test("A cursor finds any step of a ring")
  func seek() throws {
    let app = Recorded(in: URL(folder), keeping: .last(steps: 500))
    for number in 1...5_000 { app.store.send(.add(number)) }
    let log = try #require(app.recorder.stop())
    let reader = try SessionReader(path: log.path)
    let first = reader.log.stepsBeforeStart + 1
    for step in stride(from: first, through: 5_000, by: 61) {
      let cursor = try SessionCursor(reader, at: step)
      #expect(cursor.number == step)
    }
    // Before the first step, the initial state of the log is shown.
    #expect(try SessionCursor(reader, at: 1).number == first - 1)
  }

  @Test("Recovery keeps the rest of a ring with a damaged start")
  func damaged() throws {
    let app = Recorded(in: URL(folder), keeping: .last(steps: 500))
    for number in 1...5_000 { app.store.send(.add(number)) }
    let log = try #require(app.recorder.stop())
    var content = try TestSupport.bytes(of: log.path)
    let block = try #require(LogReader(path: log.path, options: .session).blocks.first)
    content[Int(block.offset) + block.memberLength / 2] ^= 0xFF
    try write(content, to: log.path)
    let summary = try recoverLog(
      from: log.path, to: folder.file("b.reprise"), overwrite: false, readerOptions: .session)
    #expect(summary.lostSteps == nil)
    let report = replayed(URL(fileURLWithPath: folder.file("b.reprise")))
    #expect(report.verdict.kind == .match)
    #expect(report.stepCount > 0)
  }
}
