import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

/// An app whose state can be long arrays with one byte per element.
@Reducer
struct Lamps {
  @Recordable struct State: Equatable { var lamps: [Bool] = [] }
  @Recordable enum Action: Equatable { case press }

  var isBroken = false

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      if !isBroken, !state.lamps.isEmpty { state.lamps[0].toggle() }
      return .none
    }
  }
}

@MainActor
@Suite("Large states that are read without the app's types")
struct LargeStateTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let identity = AppIdentity(name: "Lamps", version: "1", build: "")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  private func record(lamps: Int, steps: Int = 1) throws {
    let initial = Lamps.State(lamps: Array(repeating: false, count: lamps))
    let recorder = try SessionRecorder<Lamps.State, Lamps.Action>(
      path: path, app: Self.identity, initialState: initial, recorded: "2026-01-01T00:00:00Z",
      milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(initialState: initial, reducer: { Lamps() }, observer: recorder)
    for _ in 0..<steps { store.send(.press) }
    _ = try recorder.finish()
  }

  private func replay(isBroken: Bool = false) -> ReplayReport {
    SessionReplayer(
      ReplayedApp(identity: Self.identity) { Lamps(isBroken: isBroken).assemble() }
    ).replay(path: path)
  }

  /// Writes a log that begins without lamps and whose steps replace runs of lamps.
  private func write(replacing steps: [(old: Int, new: Int)]) throws {
    try record(lamps: 0)
    let header = try LogReader(path: path, options: .session).header
    var keyframe = RecordEncoder()
    keyframe.append(counted: [0])
    keyframe.append(counted: [])
    let writer = try LogWriter(
      path: path, header: header, options: LogWriterOptions(overwrite: true))
    writer.append(
      block: LogBlock(
        bytes: keyframe.bytes, firstStep: 1, stepCount: 0, startsWithKeyframe: true))
    for (number, step) in steps.enumerated() {
      var row = RecordEncoder()
      row.append(byte: 8)
      row.encode(Lamps.Action.press)
      // The field changes to a different count, with no common prefix.
      row.append(contentsOf: [1, 1, 0])
      row.append(count: step.old)
      row.append(count: step.new)
      row.append(contentsOf: [UInt8](repeating: 0, count: step.new))
      var chunk = RecordEncoder()
      chunk.append(contentsOf: [1, 1])
      chunk.append(counted: row.bytes)
      chunk.append(contentsOf: [0, 0])
      writer.append(
        block: LogBlock(
          bytes: chunk.bytes, firstStep: UInt64(number) + 1, stepCount: 1,
          startsWithKeyframe: false))
    }
    _ = try writer.finish()
  }

  private func readToTheEnd() throws -> SessionCursor {
    var cursor = try SessionCursor(SessionReader(path: path))
    while try cursor.next() != nil {}
    return cursor
  }

  @Test("A small log of a huge state is rejected without the app's types, with block and offset")
  func keyframe() throws {
    try record(lamps: 1_000_000)
    let block = try #require(try LogReader(path: path, options: .session).blocks.first)
    #expect(block.memberLength < 10_000)
    #expect {
      try readToTheEnd()
    } throws: { error in
      guard
        case .badBlock(path, 1, block.offset, 0, .value(.tooLarge))? = error as? SessionReadError
      else { return false }
      return "\(error)".hasPrefix("\(path): block 1 at offset \(block.offset) cannot be read: ")
    }
  }

  @Test("The app itself replays a huge state, and reports a difference without a path")
  func replayed() throws {
    try record(lamps: 1_000_000)
    #expect(replay().verdict.name == "match")
    let verdict = replay(isBroken: true).verdict
    #expect(verdict.kind == .diverged)
    #expect(verdict.divergence?.step == 1)
  }

  @Test("Changes of a large state are listed for the first steps, and then counted")
  func compared() throws {
    try record(lamps: 100_000, steps: 1_000)
    var all = try SessionEntries(SessionReader(path: path))
    var told: UInt64 = 0
    while let step = try all.next() {
      guard let changes = all.changes() else { continue }
      told += 1
      #expect(step.number == told)
      #expect(changes.map(\.path) == ["lamps[0]"])
    }
    #expect(told > 100)
    #expect(all.firstLeftOut == told + 1)
    #expect(all.leftOutCount == 1_000 - told)
    var last = try SessionEntries(SessionReader(path: path), after: 990)
    while try last.next() != nil { #expect(last.changes()?.count == 1) }
    #expect(last.leftOutText == nil)
  }

  @Test("A state that becomes huge is rejected at the step that exceeds the limit")
  func grown() throws {
    try write(replacing: [(0, 100_000), (0, 100_000), (0, 100_000)])
    let blocks = try LogReader(path: path, options: .session).blocks
    #expect {
      try readToTheEnd()
    } throws: { error in
      guard
        case .badBlock(path, 4, blocks[3].offset, 2, .value(.tooLarge))? = error
          as? SessionReadError
      else { return false }
      return true
    }
  }

  @Test("Removing elements frees capacity for elements that later steps add")
  func replaced() throws {
    try write(replacing: [(0, 80_000), (80_000, 80_000), (80_000, 80_000), (80_000, 9)])
    #expect(
      try readToTheEnd().state
        == .product([.sequence(Array(repeating: .bool(false), count: 9))]))
  }
}
