import ComposableArchitecture
import Foundation
import RecordedValues
import SessionDocument
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import TestSupport
import Testing

@Suite("Reports of outside changes of shared state")
@MainActor
struct OutsideChangeTests {
  @Test("A step line reports an outside change and the changed values")
  func line() throws {
    let folder = try TemporaryFolder()
    let reader = try SessionReader(path: try Ledger.record(in: folder))
    let line = StepLine(schema: reader.header.schema, action: reader.header.action)
    var cursor = try SessionCursor(reader)
    var lines: [String] = []
    var before = cursor.state
    while let step = try cursor.next() {
      let changes = StateChange.all(
        from: before, to: cursor.state, as: reader.header.state, in: reader.header.schema)
      lines.append(line.text(of: step, changes: changes))
      before = cursor.state
    }
    #expect(
      lines == [
        "    1 · pay(3)                              sum: 0 → 3",
        "    2 ~ shared state changed from outside   sum: 3 → 10",
        "    3 · pay(4)                              sum: 10 → 14",
      ])
  }

  @Test("The JSON of a step contains its origin")
  func json() throws {
    let folder = try TemporaryFolder()
    let reader = try SessionReader(path: try Ledger.record(in: folder))
    var cursor = try SessionCursor(reader)
    var texts: [String] = []
    while let step = try cursor.next() {
      texts.append(JSONText.line(StepResult(step, changes: [], header: reader.header)))
    }
    #expect(texts[1].contains(#""action":"shared state changed from outside""#))
    #expect(texts[1].contains(#""origin":"outside""#))
    #expect(texts[0].contains(#""origin":"sent""#))
  }

  @Test("The summary of a log contains the number of outside changes")
  func summary() throws {
    let folder = try TemporaryFolder()
    let reader = try SessionReader(path: try Ledger.record(in: folder))
    let app = ReplayedApp<Ledger.State, Ledger.Action>(identity: Ledger.identity) {
      Ledger().assemble()
    }
    let lines = SessionSummary(reader, with: SessionReplayer(app)).lines()
    #expect(lines.contains("  outside   1 change of shared state"))
  }
}

@Reducer
struct Ledger {
  static let identity = AppIdentity(name: "Ledger", version: "1", build: "test")

  @Recordable
  struct State: Equatable {
    @Shared var sum: Int
  }

  @Recordable
  enum Action: Equatable {
    case pay(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .pay(let amount): state.$sum.withLock { $0 += amount }
      }
      return .none
    }
  }

  @MainActor
  static func record(in folder: TemporaryFolder) throws -> String {
    let sum = Shared(value: 0)
    let path = folder.file("ledger.reprise")
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: identity, initialState: State(sum: sum), recorded: "",
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: State(sum: sum), reducer: { Ledger() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    store.send(.pay(3))
    sum.withLock { $0 = 10 }
    store.send(.pay(4))
    _ = try recorder.finish()
    return path
  }
}
