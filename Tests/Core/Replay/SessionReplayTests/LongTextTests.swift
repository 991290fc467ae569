import ComposableArchitecture
import Foundation
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

/// An app whose state is a long text, or many rows.
@Reducer
struct Book {
  @Recordable struct Line: Equatable, Identifiable {
    let id: Int
    var text = ""
    var isRead = false
  }

  @Recordable struct State: Equatable {
    var text = Data()
    var lines: IdentifiedArrayOf<Line> = []
    var page = 0
  }

  @Recordable enum Action: Equatable {
    case turn
    case read(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .turn: state.page += 1
      case .read(let id): state.lines[id: id]?.isRead = true
      }
      return .none
    }
  }
}

@MainActor
@Suite("States with tens of mebibytes or thousands of rows")
struct LongTextTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let identity = AppIdentity(name: "Book", version: "1", build: "")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
  }

  /// Records a session, replays it, and reads it by its schema. Returns the length of the log.
  private func verify(_ initial: Book.State, _ actions: [Book.Action]) throws -> UInt64 {
    let recorder = try SessionRecorder<Book.State, Book.Action>(
      path: path, app: Self.identity, initialState: initial, recorded: "2026-01-01T00:00:00Z",
      milliseconds: { 0 },
      onFailure: { Issue.record("\($0)") })
    let store = Store(initialState: initial, reducer: { Book() }, observer: recorder)
    for action in actions { store.send(action) }
    let log = try recorder.finish()
    let report = SessionReplayer(ReplayedApp(identity: Self.identity) { Book().assemble() })
      .replay(path: path)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == UInt64(actions.count))
    var cursor = try SessionCursor(SessionReader(path: path))
    while try cursor.next() != nil {}
    #expect(cursor.knowsState)
    return log.bytes
  }

  @Test("A state of 33 MiB is recorded, replayed and read, whether or not it can be compressed")
  func longText() throws {
    let length = 33 << 20
    let zeros = try verify(Book.State(text: Data(count: length)), [.turn, .turn])
    #expect(zeros > UInt64(length / LogFormat.maximumExpansion))
    var random = SeededGenerator(seed: 1)
    var text = Data(capacity: length)
    while text.count < length {
      withUnsafeBytes(of: random.next()) { text.append(contentsOf: $0) }
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try verify(Book.State(text: text), [.turn, .turn]) > UInt64(length))
  }

  @Test("A state of ten thousand rows is recorded, replayed and read")
  func rows() throws {
    let lines = (0..<10_000).map { Book.Line(id: $0, text: "Line \($0)") }
    let actions = (0..<100).map { Book.Action.read($0 * 97) }
    let length = try verify(Book.State(lines: IdentifiedArray(uniqueElements: lines)), actions)
    #expect(length < 200_000)
  }
}
