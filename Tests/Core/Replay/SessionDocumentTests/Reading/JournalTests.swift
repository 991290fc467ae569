import RecordedValues
import Foundation
import SessionLog
import SessionDocument
import SessionModel
import TestSupport
import Testing

/// Reads journals that are built from the description of the format, and those that apps left.
@Suite("The journals of unfinished logs")
struct JournalTests {
  private static let load: [UInt8] = [0, 0]
  private static let loaded: [UInt8] = [0, 1, 4]
  /// Effect 1 of step 1 starts, and calls `PrimeClient.find(17)`.
  private static let began: [UInt8] = [0x80, 0, 1, 1]
  private static let called: [UInt8] = [0x80, 1, 1, 1, 0, 34]

  private let folder: TemporaryFolder
  private var partial: String { folder.file("s.reprise.partial") }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a log and its journal.
  private func leave(_ log: consuming CallLog, _ slots: [Slot]) throws -> SessionReader {
    try log.leave(at: folder.file("s.reprise"))
    try writeJournal(slots)
    return try SessionReader(path: partial)
  }

  private func writeJournal(_ slots: [Slot]) throws {
    let file = try bytes(of: partial)
    let headerLength = file[24..<28].reversed().reduce(0) { $0 << 8 | Int($1) }
    // The trailer of a member begins with the checksum of its payload.
    let checksum = Array(file[(headerLength - 8)..<(headerLength - 4)])
    try write(slots.flatMap { $0.bytes(checksum: checksum) }, to: partial + ".journal")
  }

  /// Returns a log that begins with an empty block, which has the initial state.
  private func emptyLog() throws -> CallLog {
    var log = try CallLog()
    log.endBlock()
    return log
  }

  private func steps(_ reader: SessionReader) throws -> [String] {
    let actions = ActionText(schema: reader.header.schema, type: reader.header.action)
    var cursor = try SessionCursor(reader)
    var steps: [String] = []
    while let step = try cursor.next() {
      steps.append(step.text(actions) + (step.isUnfinished ? ", unfinished" : ""))
    }
    return steps
  }

  @Test("The journal of a crashed app contains the last action, and that of a killed app all steps")
  func goldenJournals() throws {
    let crashed = try steps(golden("crashed"))
    #expect(crashed == ["dig", "dig", "dig", "giveUp, unfinished"])
    let killed = try steps(golden("killed"))
    #expect(killed.count == 10)
    #expect(killed[2] == "counter.nthPrimeResponse(2)")
    #expect(killed[4].hasSuffix(#".updateName("Milk")"#))
  }

  private func golden(_ name: String) throws -> SessionReader {
    let journals = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Journals").standardizedFileURL
    let path = folder.file("\(name).reprise.partial")
    try write(bytes(of: journals.appendingPathComponent("\(name).log").path), to: path)
    let journal = try inflated(journals.appendingPathComponent("\(name).journal.gz").path)
    try folder.write(journal, to: "\(name).reprise.partial.journal")
    return try SessionReader(path: path)
  }

  @Test("Slots continue the log in the order of their steps")
  func order() throws {
    let reader = try leave(
      emptyLog(),
      [
        Slot(3, [], action: Array(Self.loaded.dropFirst())),
        Slot(1, [.entry(Self.load), .entry(Self.load)]),
      ])
    #expect(try steps(reader) == ["load", "load", "loaded(2), unfinished"])
    #expect(reader.log.unfinishedStep == 3)
    #expect(reader.log.journalTear == nil)
  }

  @Test("A slot whose steps are in the log is ignored")
  func earlierSlot() throws {
    var log = try CallLog()
    log.load()
    let reader = try leave(
      log, [Slot(2, [.entry(Self.loaded)]), Slot(1, [.entry(Self.load), .entry(Self.load)])])
    #expect(try steps(reader) == ["load", "loaded(2)"])
  }

  @Test("A free slot adds nothing, and slots after it are read")
  func freeSlot() throws {
    let slots = [
      Slot(1, [.entry(Self.load)], isFree: true), Slot(1, [.entry(Self.loaded)]),
    ]
    #expect(try steps(leave(emptyLog(), slots)) == ["loaded(2)"])
  }

  @Test("An entry without a row is skipped, whatever it contains")
  func skippedEntry() throws {
    let slots = [Slot(1, [.skipped([0, 0, 0, 1, 4]), .entry(Self.load)])]
    #expect(try steps(leave(emptyLog(), slots)) == ["load"])
  }

  @Test(
    "A slot is read up to its first invalid entry, without its unfinished step",
    arguments: [
      // No length, a length beyond the entries, and the beginning of one.
      [0, 0, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 144, 1, 0, 0], [1, 0, 0],
      // A row that is longer than its entry, and a byte after the row.
      [9, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, 0],
      // A received step without the effect that sent it, and a sent one with an effect.
      .entry([1, 0]), .entry(load, distance: 1),
      // Unfinished, with an unknown flag, and with reads that are missing.
      .entry([16, 0]), .entry([0x81, 0, 1, 1]), .entry([2, 0]),
      // An event with a part of a step.
      .entry(began, distance: 1),
    ] as [[UInt8]])
  func invalidEntry(entry: [UInt8]) throws {
    let slots = [
      Slot(1, [.entry(Self.load), entry], action: [0]), Slot(3, [.entry(Self.loaded)]),
    ]
    let reader = try leave(emptyLog(), slots)
    #expect(try steps(reader) == ["load"])
    #expect(reader.log.unfinishedStep == nil)
    #expect(reader.log.journalTear == JournalTear(lastStep: 1, lastKnownStep: 3))
  }

  @Test("A block that was being written is read from the journal")
  func tornBlock() throws {
    var log = try emptyLog()
    log.load()
    try log.leave(at: folder.file("s.reprise"))
    try write(Array(bytes(of: partial).dropLast(5)), to: partial)
    try writeJournal([Slot(1, [.entry(Self.loaded)])])
    #expect(try steps(SessionReader(path: partial)) == ["loaded(2)"])
  }

  @Test("Events of a journal are between its steps")
  func events() throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    // Effect 2 of step 2 starts, calls `PrimeClient.updates()`, and cancels the call.
    let later: [[UInt8]] = [[0x80, 0, 2, 2], [0x80, 1, 2, 2, 1], [0x80, 3, 2, 2, 3]]
    let entries = [.entry(Self.called), .entry(Self.load)] + later.map { [UInt8].entry($0) }
    let reader = try leave(log, [Slot(2, entries, action: [0])])
    #expect(try steps(reader) == ["load", "load", "load, unfinished"])
    let calls = SessionCalls(reader)
    #expect(calls.fault == nil)
    let text = CallText(header: reader.header)
    #expect(
      calls.all().map { text.text(of: $0) } == [
        "↳ PrimeClient.find(17) → …", "↳ PrimeClient.updates() → 0 elements, canceled, 0 ms",
      ])
    #expect(calls.all().map(\.beganAfter) == [1, 2])
  }

  @Test("The longer of two slots with the same first step is read")
  func movedSlot() throws {
    var log = try CallLog()
    log.load()
    let events: [[UInt8]] = [.entry(Self.began), .entry(Self.called)]
    let slots = [Slot(2, events), Slot(2, events + [.entry(Self.loaded)])]
    let reader = try leave(log, slots)
    #expect(try steps(reader) == ["load", "loaded(2)"])
    #expect(SessionCalls(reader).all().map(\.number) == [1])
  }
}

/// A slot of a journal, which holds the steps of a block.
private struct Slot {
  private static let length = 4096

  let firstStep: UInt64
  let entries: [[UInt8]]
  /// The action that was being reduced, or nothing.
  let action: [UInt8]
  let isFree: Bool

  init(_ firstStep: UInt64, _ entries: [[UInt8]], action: [UInt8] = [], isFree: Bool = false) {
    self.firstStep = firstStep
    self.entries = entries
    self.action = action
    self.isFree = isFree
  }

  func bytes(checksum: [UInt8]) -> [UInt8] {
    var content = Array(entries.joined())
    let finished = UInt64(64 + content.count)
    var pending: UInt64 = 0
    if !action.isEmpty {
      content += [UInt8](repeating: 0, count: 8) + [0, 0, 0xff] + action
      pending = UInt64(64 + content.count)
    }
    var bytes = Array("RPJOURN1".utf8) + checksum + [0, 0, 0, 0]
    bytes += little(UInt64(Self.length)) + little(firstStep)
    bytes += little(isFree ? 0 : finished) + little(pending)
    bytes += [UInt8](repeating: 0, count: 16) + content
    // Bytes after both offsets have no meaning.
    return bytes + [UInt8](repeating: 0xee, count: Self.length - bytes.count)
  }
}

extension [UInt8] {
  /// Returns an entry with a row, which an effect sent that started in an earlier step.
  fileprivate static func entry(_ row: [UInt8], distance: UInt8 = 0) -> [UInt8] {
    let content = [distance, 0] + row
    return little(UInt32(row.count)) + little(UInt32(8 + content.count)) + content
  }

  /// Returns an entry that readers skip.
  fileprivate static func skipped(_ content: [UInt8]) -> [UInt8] {
    little(UInt32(0)) + little(UInt32(8 + content.count)) + content
  }
}
