import ComposableArchitecture
import Foundation
import SessionLog
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("A log of which the last part is kept")
struct RingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "The last steps are kept, and no more than a block before them",
    arguments: [100, 1_000, 1_009, 10_000])
  func steps(count: Int) throws {
    let app = Recorded(in: URL(folder), keeping: .last(steps: count))
    let total = 3 * count + 17
    for number in 1...total { app.store.send(.add(number % 5)) }
    let log = try #require(app.recorder.stop())
    let (first, last, _) = try extent(of: log)
    #expect(last == UInt64(total))
    let kept = Int(last - first + 1)
    #expect(kept >= count)
    let blocks = try LogReader(path: log.path, options: .session).blocks
    let longest = blocks.map(\.stepCount).max() ?? 0
    #expect(kept <= count + longest)
    let report = replayed(log)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == UInt64(kept))
    #expect(report.lostSteps == 0)
  }

  @Test(
    "A ring that has gone round a thousand times is whole at any of 200 instants, and no larger than said"
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
      // The journal first: what leaves it meanwhile is in the file by then.
      let copy = folder.file("\(instant).reprise.partial")
      try FileManager.default.copyItem(atPath: partial + ".journal", toPath: copy + ".journal")
      try FileManager.default.copyItem(atPath: partial, toPath: copy)
      let reader = try LogReader(path: copy, options: .session)
      #expect(reader.lastStep == sent)
      #expect(reader.stepCount >= min(count, sent))
      // The block that is being filled, and the one that waits.
      #expect(reader.stepCount <= count + 2 * 64)
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

  @Test("A ring of bytes has no more than was asked and a block", arguments: [4 << 10, 64 << 10])
  func bytes(limit: Int) async throws {
    let app = Recorded(in: URL(folder), keeping: .last(bytes: limit))
    for number in 1...20_000 { app.store.send(.edit(UUID(number), "\(number &* number)")) }
    let copy = URL(folder, "copy.reprise")
    try await app.recorder.snapshot(to: copy)
    for log in [copy, try #require(app.recorder.stop())] {
      let reader = try LogReader(path: log.path, options: .session)
      let longest = reader.blocks.map(\.memberLength).max() ?? 0
      #expect(reader.fileLength <= UInt64(limit + longest))
      #expect(reader.fileLength >= UInt64(limit / 2))
      #expect(reader.lastStep == 20_000)
      #expect(replayed(log).verdict.kind == .match)
    }
  }

  @Test("A ring of time keeps what came in it, and an eighth more")
  func duration() throws {
    var time: UInt64 = 0
    let recorder = try LogRecorder<Notebook.State, Notebook.Action>(
      path: folder.file("a.reprise"), app: Session.identity, initialState: Notebook.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: LogRecorderOptions(retention: LogRetention(.last(.seconds(60)))),
      milliseconds: {
        time += 100
        return time
      }, onFailure: { _ in })
    let store = Session.store(recorder)
    for number in 1...5_000 { store.send(.add(number)) }
    let log = URL(fileURLWithPath: try recorder.finish().path)
    let (first, last, _) = try extent(of: log)
    #expect(last == 5_000)
    // Ten steps a second.
    #expect((600...600 + 2 * 75).contains(last - first + 1))
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test("Any step of a ring is found")
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
    // Before the first there is nothing: the state with which the log begins is shown.
    #expect(try SessionCursor(reader, at: 1).number == first - 1)
  }

  @Test("The beginning of a ring being damaged, the rest of it is recovered")
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
