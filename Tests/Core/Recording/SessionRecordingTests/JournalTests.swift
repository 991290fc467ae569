import ComposableArchitecture
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Journals of unfinished recordings")
struct JournalTests {
  let folder: TemporaryFolder
  let path: String
  let partial: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    partial = path + ".partial"
  }

  @Test(
    "A journal contains every step and the current action, mapped or written",
    arguments: [JournalKind.mapped, .written])
  func actionUnderWay(kind: JournalKind) throws {
    let recorder = try Session.recorder(at: path, journal: kind)
    let store = Session.store(recorder)
    for number in 1...1_000 { store.send(.add(number)) }
    var state = store.state
    recorder.willReduce(.write("Milk"), number: 1_001, origin: .sent, state: &state)

    let reader = try SessionReader(path: partial)
    #expect(reader.log.stepCount == 1_001)
    #expect(reader.log.unfinishedStep == 1_001)
    #expect(
      try reader.unfinishedStep()?.description(in: reader.header) == "step 1001: write(\"Milk\")")
    let summary = try recoverLog(
      from: partial, to: folder.file("b.reprise"), overwrite: false, readerOptions: .session)
    #expect(summary.unfinishedStep == 1_001)
    #expect(summary.lostSteps == 0)
    let report = Session.replay(folder.file("b.reprise"), app: Session.app())
    #expect(report.verdict.kind == .match)
    #expect(report.survivedStep == 1_001)
  }

  @Test("Any number in a journal's head is handled")
  func numbers() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 1...10 { store.send(.add(number)) }
    var state = store.state
    recorder.willReduce(.write("Milk"), number: 11, origin: .sent, state: &state)
    let copy = folder.file("copy.reprise.partial")
    let journal = try #require(folder.files.first { $0.hasSuffix("journal") })
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file(journal)))
    let copied = folder.file(journal.replacing("a.reprise", with: "copy.reprise"))
    for offset in stride(from: 8, through: 40, by: 8) {
      for number in HostileNumbers.words {
        try Data(contentsOf: URL(fileURLWithPath: partial)).write(to: URL(fileURLWithPath: copy))
        var bytes = whole
        withUnsafeBytes(of: number.littleEndian) {
          bytes.replaceSubrange(offset..<(offset + 8), with: $0)
        }
        try bytes.write(to: URL(fileURLWithPath: copied))
        let report = Session.replay(copy, app: Session.app())
        #expect(report.verifiedSteps <= 11, "\(offset), \(number)")
        _ = try? recoverLog(
          from: copy, to: folder.file("b.reprise"), overwrite: true, readerOptions: .session)
      }
    }
  }

  @Test("A journal contains a step that is longer than a slot, and the steps around it")
  func longStep() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    store.send(.add(1))
    store.send(.write(String(repeating: "Grüße ", count: 200_000)))
    store.send(.add(2))
    let report = Session.replay(partial, app: Session.app())
    #expect(report.stepCount == 3)
    #expect(report.verifiedSteps == 3)
  }

  @Test("A journal contains a first action that is longer than a slot")
  func longAction() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var state = store.state
    let text = String(repeating: "Grüße ", count: 200_000)
    recorder.willReduce(.write(text), number: 1, origin: .sent, state: &state)
    #expect(try LogReader(path: partial, options: .session).unfinishedStep == 1)
  }

  @Test("Steps of the journal are kept when a block before them is damaged")
  func damagedBlock() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 1...1_000 { store.send(.add(number)) }
    // Blocks are written by a queue of the log.
    recorder.flush()
    for number in 1...10 { store.send(.add(number)) }
    let block = try #require(
      try LogReader(path: partial, options: .session).blocks.dropFirst(2).first)
    let copy = try damagedCopy(at: Int(block.offset) + 30)
    let whole = folder.file("whole.reprise")
    let summary = try recoverLog(
      from: copy, to: whole, overwrite: false, readerOptions: .session)
    #expect(summary.lostSteps == UInt64(block.stepCount))
    #expect(try LogReader(path: whole, options: .session).lastStep == 1_010)
    #expect(Session.replay(whole, app: Session.app()).verdict.kind == .match)
  }

  @Test("Steps of a journal whose start is damaged are counted as lost")
  func damagedLastBlock() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 1...1_000 { store.send(.add(number)) }
    recorder.flush()
    for number in 1...10 { store.send(.add(number)) }
    let block = try #require(
      try LogReader(path: partial, options: .session).blocks.last { $0.memberLength > 0 })
    let copy = try damagedCopy(at: Int(block.offset) + 30)

    let summary = try recoverLog(
      from: copy, to: folder.file("rest.reprise"), overwrite: false, readerOptions: .session)
    #expect(summary.lostSteps == 1_010 - block.firstStep + 1)
    #expect(summary.losses.last?.mayBeMore == false)
    withExtendedLifetime(store) {}
  }

  @Test("Recovery keeps the steps that it read from a journal, even if the recorder continues")
  func goneOn() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 1...100 { store.send(.add(number)) }
    let writing = recorder
    var options = LogReaderOptions.session
    let blockOfEntries = try #require(options.blockOfEntries)
    // Between reading and writing, the block moves from the journal to the file.
    options.blockOfEntries = { entries in
      defer { MainActor.assumeIsolated { writing.flush() } }
      return blockOfEntries(entries)
    }
    let summary = try recoverLog(
      from: partial, to: folder.file("b.reprise"), overwrite: false, readerOptions: options)
    #expect(summary.log.steps == 100)
    withExtendedLifetime(store) {}
  }

  @Test("A journal that cannot be read to its end is reported with the steps that may be lost")
  func tornJournal() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 1...100 { store.send(.add(number)) }
    let copy = try tornCopy(after: 60)
    let reader = try SessionReader(path: copy)
    #expect(reader.log.stepCount == 60)
    #expect(reader.log.journalTear == JournalTear(lastStep: 60))
    let text = "the journal cannot be read after step 60, and steps that followed may be lost"
    let summary = SessionSummary(reader, with: SessionReplayer(Session.app()))
    #expect(summary.lines().contains { $0.hasSuffix(text) })
    let recovered = try recoverLog(
      from: copy, to: folder.file("whole.reprise"), overwrite: false, readerOptions: .session)
    #expect(recovered.journalTear == JournalTear(lastStep: 60))
    #expect(recovered.lostSteps == nil)
    #expect(Session.replay(folder.file("whole.reprise"), app: Session.app()).verifiedSteps == 60)
  }

  @Test("Nothing is recovered from a journal whose first step cannot be read")
  func tornFirstStep() throws {
    let recorder = try Session.recorder(at: path)
    Session.store(recorder).send(.add(1))
    let copy = try tornCopy(after: 0)
    #expect {
      try recoverLog(
        from: copy, to: folder.file("whole.reprise"), overwrite: false, readerOptions: .session)
    } throws: { error in
      if case .nothingLeft? = error as? LogRecoveryError { true } else { false }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("whole.reprise")))
  }

  @Test("A journal's step with the greatest possible number is ignored")
  func lastNumber() throws {
    let recorder = try Session.recorder(at: path)
    Session.store(recorder).send(.add(1))
    let copy = try tornCopy(after: nil) { journal in
      // The number of the first step in the slot.
      journal.replaceSubrange(24..<32, with: Array(repeating: 0xff, count: 8))
    }
    let reader = try SessionReader(path: copy)
    #expect(reader.log.stepCount == 0)
    #expect(reader.log.journalTear == nil)
  }

  /// Copies the log and its journal, in which the entry after a step has no length.
  private func tornCopy(
    after step: Int?, _ change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> String {
    let copy = folder.file("torn.reprise.partial")
    try FileManager.default.copyChangingFile(atPath: partial, toPath: copy)
    var journal = [UInt8](try Data(contentsOf: URL(fileURLWithPath: partial + ".journal")))
    if let step {
      var offset = 64
      for _ in 0..<step {
        offset += Int(journal[offset + 4]) | Int(journal[offset + 5]) << 8
      }
      journal.replaceSubrange(offset..<offset + 8, with: Array(repeating: 0, count: 8))
    }
    change(&journal)
    try Data(journal).write(to: URL(fileURLWithPath: copy + ".journal"))
    return copy
  }

  @Test("A journal of a different recording is ignored")
  func otherJournal() throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    store.send(.add(1))
    var bytes = try Data(contentsOf: URL(fileURLWithPath: partial + ".journal"))
    bytes[8] ^= 1
    let copy = folder.file("copy.reprise.partial")
    try FileManager.default.copyChangingFile(atPath: partial, toPath: copy)
    try bytes.write(to: URL(fileURLWithPath: copy + ".journal"))
    #expect(try SessionReader(path: copy).log.stepCount == 0)
    withExtendedLifetime(store) {}
  }

  /// Copies the partial file and its journal, and damages a byte of the copied file.
  private func damagedCopy(at offset: Int) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: partial))
    bytes[offset] ^= 1
    let copy = folder.file("damaged.reprise.partial")
    try bytes.write(to: URL(fileURLWithPath: copy))
    try FileManager.default.copyChangingFile(
      atPath: partial + ".journal", toPath: copy + ".journal")
    return copy
  }
}
