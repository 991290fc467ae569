import ComposableArchitecture
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Recordings whose files another program shortens")
struct ShortenedFileTests {
  let folder: TemporaryFolder
  private let app: Recorded
  private let partial: String

  init() throws {
    folder = try TemporaryFolder()
    app = Recorded(in: URL(folder))
    partial = try #require(app.recorder.log).path
  }

  private func send(_ numbers: ClosedRange<Int>) {
    for number in numbers { app.store.send(.add(number % 5)) }
  }

  @Test(
    "A shortened journal ends the recording, and the earlier blocks are kept",
    arguments: [0, 1, 4_096, 8_192])
  func journal(length: Int) async throws {
    send(1...700)
    // Write all blocks so far.
    try await app.recorder.snapshot(to: URL(folder, "copy.reprise"))
    send(701...800)
    #expect(truncate(partial + ".journal", off_t(length)) == 0)
    send(801...10_000)
    #expect(app.store.state.total == 20_000)
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
    let text = try #require(app.failures.list.first?.description)
    #expect(text.contains("another program changed the journal while it was written"))
    let left = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first)
    let log = try left.recover()
    let (first, last, _) = try extent(of: log)
    #expect(first == 1)
    #expect(last >= 700)
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test(
    "A journal that is cut anywhere reports the loss, for steps of any length",
    arguments: [1_000, 4_032, 4_095, 4_096, 4_097])
  func cutAnywhere(length: Int) throws {
    for padding in 0..<24 {
      let app = Recorded(in: URL(folder, "\(length)-\(padding)"))
      let journal = try #require(app.recorder.log).path + ".journal"
      app.recorder.mark(String(repeating: "x", count: padding))
      for number in 1...60 { app.store.send(.add(number % 5)) }
      #expect(truncate(journal, off_t(length)) == 0)
      for number in 61...1_000 { app.store.send(.add(number % 5)) }
      #expect(app.recorder.stop() == nil, "padding \(padding)")
      #expect(app.failures.list.map(\.reason) == [.storage], "padding \(padding)")
      let sessions = SessionRecorderOf<Notebook>.recoverable(
        in: URL(folder, "\(length)-\(padding)"))
      let log = try #require(sessions.first).recover()
      #expect(replayed(log).verdict.kind == .match, "padding \(padding)")
    }
  }

  @Test("No step is read from the zeros after the cut")
  func cutWithinPage() throws {
    send(1...50)
    app.recorder.mark(String(repeating: "x", count: 300))
    #expect(truncate(partial + ".journal", 1_000) == 0)
    send(51...60)
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
    let log = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first).recover()
    #expect(replayed(log).verdict.kind == .match)
    #expect(1...51 ~= (try extent(of: log).last))
  }

  @Test("A journal that is shorter than its steps when the app is killed is reported as torn")
  func cutBeforeKill() throws {
    send(1...100)
    let journal = try TestSupport.bytes(of: partial + ".journal")
    let log = try TestSupport.bytes(of: partial)
    let copy = folder.file("copy.reprise.partial")
    try write(log, to: copy)
    var previous: UInt64 = 0
    let lengths =
      Array(stride(from: 0, through: 4_000, by: 37)) + [4_096, 262_144, 262_145, 500_000]
    for length in lengths {
      try write(Array(journal[..<length]), to: copy + ".journal")
      let reader = try LogReader(path: copy, options: .session)
      #expect(reader.journalTear == JournalTear(lastStep: reader.stepCount), "\(length) bytes")
      #expect(reader.stepCount >= previous, "\(length) bytes")
      previous = reader.stepCount
      let whole = folder.file("whole-\(length).reprise")
      guard
        let summary = try? recoverLog(
          from: copy, to: whole, overwrite: false, readerOptions: .session, operations: .unsynced)
      else { continue }
      #expect(summary.lostSteps == nil, "\(length) bytes")
      #expect(summary.log.steps == reader.stepCount)
    }
    #expect(previous == 100)
    try write(journal, to: copy + ".journal")
    #expect(try LogReader(path: copy, options: .session).journalTear == nil)
  }

  @Test("Without an intact step in the log or its journal, nothing is written, with a reason")
  func nothingLeft() throws {
    send(1...10)
    #expect(truncate(partial + ".journal", 0) == 0)
    let error = #expect(throws: LogRecoveryError.self) {
      try recoverLog(
        from: partial, to: folder.file("whole.reprise"), overwrite: false, readerOptions: .session)
    }
    #expect(
      error?.description.hasSuffix(
        "nothing can be recovered: the recording was not finished, and its journal has no whole "
          + "step. Nothing was written; find a whole copy.") == true)
  }

  @Test("A journal that is shortened after its last steps loses nothing")
  func unusedPart() throws {
    send(1...10)
    // The second slot gets only steps that fit in the rest of it.
    #expect(truncate(partial + ".journal", 300_000) == 0)
    send(11...5_000)
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.isEmpty)
    #expect(try extent(of: log).last == 5_000)
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test("Steps of a block up to the first lost page are kept")
  func intactPart() throws {
    send(1...50)
    let pageLength = Int(sysconf(Int32(_SC_PAGESIZE)))
    var texts = 0
    while app.failures.list.isEmpty, texts < 40 {
      texts += 1
      app.store.send(.write(String(repeating: "x", count: 1_000)))
      if texts == 20 { truncate(partial + ".journal", off_t(2 * pageLength)) }
      app.recorder.mark("\(texts)")
    }
    app.recorder.stop()
    #expect(app.failures.list.count == 1)
    let log = try #require(SessionRecorderOf<Notebook>.recoverable(in: URL(folder)).first).recover()
    let (_, last, marks) = try extent(of: log)
    #expect(last > 50)
    #expect(1..<20 ~= marks.count)
    #expect(replayed(log).verdict.kind == .match)
  }

  @Test("An overwritten journal ends the recording")
  func overwritten() throws {
    send(1...10)
    let length = try TestSupport.bytes(of: partial + ".journal").count
    // The page has zeros, and causes no SIGBUS.
    #expect(truncate(partial + ".journal", 0) == 0)
    #expect(truncate(partial + ".journal", off_t(length)) == 0)
    send(11...600)
    #expect(app.recorder.stop() == nil)
    #expect(app.failures.list.map(\.reason) == [.storage])
  }

  @Test("A recorder whose journal was shortened can start again")
  func restart() throws {
    send(1...10)
    #expect(truncate(partial + ".journal", 0) == 0)
    send(11...20)
    app.recorder.stop()
    app.recorder.start()
    send(21...30)
    let log = try #require(app.recorder.stop())
    #expect(try extent(of: log).last == 30)
    #expect(replayed(log).verdict.kind == .match)
    #expect(app.failures.list.count == 1)
  }

  @Test(
    "A shortened log is restored with its header, reports the loss once, and replays",
    arguments: [0, 3, 95])
  func log(percentage: Int) async throws {
    send(1...1_000)
    try await app.recorder.snapshot(to: URL(folder, "copy.reprise"))
    let length = try TestSupport.bytes(of: partial).count
    #expect(truncate(partial, off_t(length * percentage / 100)) == 0)
    send(1_001...5_000)
    #expect(app.recorder.isRecording)
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.map(\.reason) == [.storage])
    let text = try #require(app.failures.list.first?.description)
    #expect(text.contains("another program shortened the file while it was written"))
    let reader = try LogReader(path: log.path, options: .session)
    #expect(reader.verify() == nil)
    #expect(reader.lastStep == 5_000)
    #expect(reader.lostSteps > 0)
    let report = replayed(log)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps > 2_000)
  }

  @Test("A log that lost every block ends with the last state")
  func lastState() throws {
    send(1...10)
    #expect(truncate(partial, 0) == 0)
    let log = try #require(app.recorder.stop())
    #expect(app.failures.list.count == 1)
    let reader = try SessionReader(path: log.path)
    #expect(reader.log.verify() == nil)
    #expect(reader.log.stepCount == 0)
    #expect(reader.log.lostSteps == 10)
    #expect(replayed(log).verdict.kind == .match)
  }
}
