import ComposableArchitecture
import Testing

/// A search field that waits until the user pauses.
@Reducer
struct Search {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case searchResponse([String])
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.searchClient) var searchClient
  enum CancelID { case search }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.query) { _, query in
        Reduce { state, _ in
          guard !query.isEmpty else {
            state.results = []
            return .cancel(id: CancelID.search)
          }
          return .run { send in
            try await withTaskCancellation(id: CancelID.search, cancelInFlight: true) {
              try await clock.sleep(for: .milliseconds(300))
              await send(.searchResponse(try await searchClient.search(text: query)))
            }
          }
        }
      }
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case let .searchResponse(results):
        state.results = results
        return .none
      }
    }
  }
}

@DependencyClient
struct SearchClient: Sendable {
  var search: @Sendable (_ text: String) async throws -> [String]
}

extension SearchClient: TestDependencyKey {
  static let previewValue = Self(search: { ["Result for \($0)"] })
  static let testValue = Self()
}

extension DependencyValues {
  var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}

@Suite @MainActor
struct SearchTests {
  @Test func waitsForAPause() async {
    let clock = TestClock()
    let queries = LockIsolated<[String]>([])
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
      $0.searchClient.search = { @Sendable text in
        queries.withValue { $0.append(text) }
        return ["\(text)!"]
      }
    }

    await store.send(\.binding.query, "s") {
      $0.query = "s"
    }
    await clock.advance(by: .milliseconds(200))
    await store.send(.binding(.set(\.query, "sw"))) {
      $0.query = "sw"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchResponse) {
      $0.results = ["sw!"]
    }
    #expect(queries.value == ["sw"])
    await store.send(\.binding.query, "") {
      $0.query = ""
      $0.results = []
    }
  }

  @Test func clearingCancels() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(\.binding.query, "s") {
      $0.query = "s"
    }
    await store.send(\.binding.query, "") {
      $0.query = ""
    }
    await clock.run()
  }
}
