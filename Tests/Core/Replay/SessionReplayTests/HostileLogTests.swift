import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

struct HostileLogTests {
  let folder: TemporaryFolder
  let path: String
  /// A finished log of eleven blocks: a keyframe without steps, and a block for each step.
  let log: Data
  let header: [UInt8]
  let blocks: [LogBlock]

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("a.reprise")
    try await Self.recordStepByStep(at: path)
    let reader = try LogReader(path: path + ".partial", options: .session)
    header = reader.header
    blocks = try reader.blocks.map { block in
      LogBlock(
        bytes: try reader.payload(of: block), firstStep: block.firstStep,
        stepCount: block.stepCount, startsWithKeyframe: block.startsWithKeyframe)
    }
    try Self.write(blocks, header, to: path)
    log = try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @MainActor
  private static func recordStepByStep(at path: String) async throws {
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for action in Session.mixed() {
      await store.send(action).finish()
      recorder.flush()
    }
  }

  private static func write(_ blocks: [LogBlock], _ header: [UInt8], to path: String) throws {
    let writer = try LogWriter(
      path: path, header: header,
      options: LogWriterOptions(overwrite: true, mergedBlockLength: 0),
      operations: .unsynced)
    for block in blocks { writer.append(block: block) }
    _ = try writer.finish()
  }

  @Test("The log that these tests modify is whole and has several blocks")
  func whole() throws {
    let report = Session.replay(path, app: Session.app())
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 10)
    #expect(blocks.count >= 10)
  }

  @Test("Every proper prefix of a log is damaged")
  func prefixes() throws {
    let replayer = SessionReplayer(Session.app())
    let cut = folder.file("cut.reprise")
    for length in 0..<log.count {
      try log.prefix(length).write(to: URL(fileURLWithPath: cut))
      let verdict = replayer.replay(path: cut).verdict
      #expect(verdict.kind == .damaged, "the first \(length) bytes: \(verdict)")
    }
  }

  @Test(
    "Changing a random byte causes damage or has no effect",
    arguments: 0..<4 as Range<UInt64>
  )
  func flips(seed: UInt64) throws {
    let replayer = SessionReplayer(Session.app())
    let changed = folder.file("changed.reprise")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      var bytes = log
      let place = Int.random(in: 0..<log.count, using: &random)
      let mask = UInt8.random(in: 1...255, using: &random)
      bytes[place] ^= mask
      try bytes.write(to: URL(fileURLWithPath: changed))
      let report = replayer.replay(path: changed)
      // Compressed data contains a few unused bits.
      let isHarmless = report.verdict.kind == .match && report.verifiedSteps == 10
      #expect(report.verdict.kind == .damaged || isHarmless, "byte \(place), mask \(mask)")
    }
  }

  @Test(
    "Changes with a correct checksum are reported, and do no harm",
    arguments: 0..<4 as Range<UInt64>
  )
  func payloads(seed: UInt64) throws {
    let replayer = SessionReplayer(Session.app())
    let changed = folder.file("changed.reprise")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var blocks = blocks
      let block = Int.random(in: blocks.indices, using: &random)
      let place = Int.random(in: blocks[block].bytes.indices, using: &random)
      blocks[block].bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      try Self.write(blocks, header, to: changed)
      #expect(replayer.replay(path: changed).verdict.kind != .failed)
      if let reader = try? SessionReader(path: changed), var cursor = try? SessionCursor(reader) {
        while (try? cursor.next()) != nil {}
      }
    }
  }

  @Test("A step that is stored once and repeated very often is rejected before it is repeated")
  func repetition() throws {
    // Repeating a row of 64 KiB 65,536 times would take 4 GiB.
    let count = 65_536
    var row = RecordEncoder()
    row.append(byte: 8)
    row.encode(Notebook.Action.roll)
    row.append(contentsOf: [UInt8](repeating: 0, count: count))
    var chunk = RecordEncoder()
    chunk.append(count: count)
    chunk.append(count: 1)
    chunk.append(counted: row.bytes)
    chunk.append(contentsOf: [UInt8](repeating: 0, count: count + 1))
    let bomb = LogBlock(
      bytes: chunk.bytes, firstStep: 1, stepCount: count, startsWithKeyframe: false)
    try expectBad(
      [blocks[0], bomb], block: 2, .tooManyRepetitions(length: count * (row.bytes.count - 1)))
  }

  @Test("Effects with more parts than the limit are rejected before memory is allocated")
  func effects() throws {
    var row = RecordEncoder()
    row.append(byte: 4)
    row.encode(Notebook.Action.roll)
    let start = row.bytes.count
    // The effect is an empty merge, repeated once more than the limit.
    row.append(count: 3)
    row.append(count: 1 << 18)
    row.append(contentsOf: [UInt8](repeating: 0, count: 1 << 18))
    var chunk = RecordEncoder()
    chunk.append(contentsOf: [1, 1])
    chunk.append(counted: row.bytes)
    chunk.append(contentsOf: [0, 0])
    let bomb = LogBlock(
      bytes: chunk.bytes, firstStep: 1, stepCount: 1, startsWithKeyframe: false)
    let rowStart = chunk.bytes.count - 2 - row.bytes.count
    try expectBad(
      [blocks[0], bomb], block: 2,
      .value(
        .invalidValue(
          type: "effect", description: "its chunk has more than 262144 effects",
          offset: rowStart + start + 4 + (1 << 18) - 1)))
  }

  @Test("A block with more steps than the limit is rejected")
  func steps() throws {
    var chunk = RecordEncoder()
    chunk.append(count: 40_000)
    chunk.append(count: 1)
    chunk.append(counted: [0, 3])
    chunk.append(contentsOf: [UInt8](repeating: 0, count: 40_001))
    let bomb = LogBlock(
      bytes: chunk.bytes + chunk.bytes, firstStep: 1, stepCount: 80_000, startsWithKeyframe: false)
    try expectBad([blocks[0], bomb], block: 2, .badStepCount(80_000))
  }

  /// Expects a log of these blocks to be damaged for every reader.
  private func expectBad(
    _ blocks: [LogBlock], block: Int, _ expected: BadBlock,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try Self.write(blocks, header, to: path)
    let offset = try LogReader(path: path, options: .session).blocks[block - 1].offset
    let error = SessionReadError.badBlock(
      path: path, block: block, offset: offset, wholeSteps: 0, expected)
    guard case .damaged(let log) = Session.replay(path, app: Session.app()).verdict,
      log == DamagedLog(error)
    else {
      Issue.record("the replay continues", sourceLocation: sourceLocation)
      return
    }
    #expect(throws: error, sourceLocation: sourceLocation) {
      var cursor = try SessionCursor(SessionReader(path: path))
      _ = try cursor.next()
    }
  }
}
