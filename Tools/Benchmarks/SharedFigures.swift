import ComposableArchitecture
import Foundation
import SessionModel
import SessionRecording
import SessionReplay

/// A feature with a shared list, and with a reference to each of its rows.
@Reducer
private struct SharedRows {
  @Recordable
  struct Row: Identifiable, Sendable {
    let id: Int
    var title: String
    var isDone = false
  }

  @Recordable
  struct RowState: Identifiable, Sendable {
    let id: Int
    @Shared var row: Row
  }

  @Recordable
  struct State: Sendable {
    @Shared var list: IdentifiedArrayOf<Row>
    var rows: IdentifiedArrayOf<RowState> = []
  }

  @Recordable
  enum Action: Sendable {
    case toggle(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggle(let id): state.$list.withLock { $0[id: id]?.isDone.toggle() }
      }
      return .none
    }
  }
}

@MainActor
enum SharedFigures {
  private static let rowCount = 100
  private static let stepCount = 1_000

  /// Measures a step that changes a shared value.
  static func send() -> Figure {
    struct Sharing {
      @Shared var count: Int
    }
    let count = 100_000
    let store = Store(initialState: Sharing(count: Shared(value: 0))) {
      Reduce<Sharing, Int> { state, number in
        state.$count.withLock { $0 &+= number }
        return .none
      }
    }
    let value = nanoseconds(per: count) { for number in 0..<count { store.send(number) } }
    return Figure("shared.send", value, unit: "ns", .plainSwitch, .ratio(atMost: 150))
  }

  /// Measures a recorded step that changes a row of a shared list, in a state that also has a
  /// reference to each row.
  static func rows(in folder: String) throws -> Figure {
    var (referring, alone) = (BestOfRuns(), BestOfRuns(atLeast: 40))
    repeat {
      referring.add(try sendTime(withReferences: true, in: folder))
      alone.add(try sendTime(withReferences: false, in: folder))
    } while !alone.isComplete
    return Figure(
      "shared.rows", referring.value, unit: "ns",
      Yardstick("without the references", alone.value), .ratio(atMost: 2))
  }

  /// Returns the nanoseconds per recorded step.
  private static func sendTime(withReferences: Bool, in folder: String) throws -> Double {
    let recorder = SessionRecorderOf<SharedRows>(
      app: AppIdentity(name: "Rows", version: "1", build: "1"),
      folder: URL(fileURLWithPath: folder + "/shared")
    ) { fatalError("\($0)") }
    let state = state(withReferences: withReferences)
    let store = Store(initialState: state, recorder: recorder) { SharedRows() }
    let start = uptime()
    for number in 0..<stepCount { store.send(.toggle(id: number * 37 % rowCount)) }
    let time = Double(uptime() - start) / Double(stepCount)
    guard let log = recorder.stop() else { throw CocoaError(.fileNoSuchFile) }
    try FileManager.default.removeItem(at: log)
    return time
  }

  private static func state(withReferences: Bool) -> SharedRows.State {
    let rows = (0..<rowCount).map { SharedRows.Row(id: $0, title: "Row \($0)") }
    let list = Shared(value: IdentifiedArray(uniqueElements: rows))
    guard withReferences else { return SharedRows.State(list: list) }
    let references = list.elements().map { SharedRows.RowState(id: $0.id, row: $0) }
    return SharedRows.State(list: list, rows: IdentifiedArray(uniqueElements: references))
  }
}
