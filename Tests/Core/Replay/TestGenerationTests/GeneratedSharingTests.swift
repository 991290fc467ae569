import ComposableArchitecture
import Foundation
import RecordCoding
import ReducerRuntime
import SessionReplay
import SessionTestSupport
import TestGeneration
import TestSupport
import Testing

@MainActor
@Suite("Shared values in a generated test")
struct GeneratedSharingTests {
  struct Feature: Reducer {
    @Recordable
    enum Action {
      case added, opened, closed
      case renamed(String)
    }

    func reduce(into state: inout TripsState, action: Action) -> Effect<Action> {
      switch action {
      case .added: state.$trips.withLock { _ = $0.append(Trip(id: 1)) }
      case .opened: state.trip = Shared(state.$trips[id: 1])
      case .closed: state.trip = nil
      case .renamed(let title): state.trip?.withLock { $0.title = title }
      }
      return .none
    }
  }

  private func statements(_ run: @escaping @MainActor (Store<TripsState, Feature.Action>) -> Void)
    async throws -> [String]
  {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let app = ReplayedApp(identity: Session.identity) { Feature().assemble() }
    try await record(
      app, TripsState(), at: path, reducer: { Feature() }, dependencies: .current,
      milliseconds: { 0 }
    ) { store in
      run(store)
    }
    let source = try SessionReplayer(app).generatedTest(
      of: URL(fileURLWithPath: path), named: "trips",
      source: TestSource(
        imports: [], feature: "Feature()", initialState: "TripsState()", screen: ""),
      initialState: { TripsState() })
    return source.split(separator: "\n").map(String.init).filter { $0.hasPrefix("    store") }
      .map { String($0.dropFirst(4)) }
  }

  @Test("Each change is stated once, by the path of its list")
  func once() async throws {
    #expect(
      try await statements { store in
        for action in [.added, .opened, .renamed("Rome"), .closed] as [Feature.Action] {
          store.send(action)
        }
      } == [
        #"store.send(.added) { $0.$trips.withLock { $0.append(Trip(id: 1, title: "")) } }"#,
        "store.send(.opened) { $0.trip = Shared($0.$trips[id: 1])! }",
        #"store.send(.renamed("Rome")) { $0.$trips.withLock { $0[id: 1]?.title = "Rome" } }"#,
        "store.send(.closed) { $0.trip = nil }",
      ])
  }

  @Test("References are known after a change by other code")
  func outsideChange() async throws {
    #expect(
      try await statements { store in
        store.send(.added)
        store.send(.opened)
        store.withState(\.$trips).withLock { $0[id: 1]?.title = "Oslo" }
        store.send(.renamed("Rome"))
      }.suffix(2) == [
        #"store.changeShared { $0.$trips.withLock { $0[id: 1]?.title = "Oslo" } }"#,
        #"store.send(.renamed("Rome")) { $0.$trips.withLock { $0[id: 1]?.title = "Rome" } }"#,
      ])
  }
}
