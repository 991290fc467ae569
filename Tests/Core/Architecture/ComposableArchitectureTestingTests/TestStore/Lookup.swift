import ComposableArchitectureTesting
import DependencyInjection

/// A feature with a race, unless it cancels the request of the previous query.
@Reducer
struct Lookup {
  struct State: Equatable, Sendable {
    var query = ""
    var result = ""
  }

  enum Action: Equatable, Sendable {
    case queryChanged(String)
    case found(String)
  }

  enum CancelID { case request }

  var cancelsPrevious = false

  @Dependency(LookupClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        let request = Effect<Action>.run { send in await send(.found(client.find(query))) }
        return cancelsPrevious
          ? request.cancellable(id: CancelID.request, cancelInFlight: true) : request
      case .found(let result):
        state.result = result
        return .none
      }
    }
  }
}

@DependencyClient
struct LookupClient: Sendable {
  var find: @Sendable (_ query: String) async -> String = { _ in "" }
}

extension LookupClient: TestDependencyKey {
  static let testValue = LookupClient()
}

extension Lookup {
  /// Returns the result for two queries in a row. The client answers with `find`.
  @MainActor
  static func result(
    seed: UInt64?, cancelsPrevious: Bool = false,
    find: @escaping @Sendable (String) async -> String = { "result of \($0)" }
  ) async -> String {
    let store = TestStore(initialState: State(), seed: seed) {
      Lookup(cancelsPrevious: cancelsPrevious)
    } withDependencies: {
      $0[LookupClient.self].find = find
    }
    store.exhaustivity = .off
    await store.send(.queryChanged("s"))
    await store.send(.queryChanged("swift"))
    await store.skipReceivedActions(strict: false)
    return store.state.result
  }

  /// Returns the seeds for which the result belongs to the first query.
  @MainActor
  static func staleSeeds(
    _ seeds: Range<UInt64>, cancelsPrevious: Bool = false,
    find: @escaping @Sendable (String) async -> String = { "result of \($0)" },
    before work: () -> Void = {}
  ) async -> [UInt64] {
    var stale: [UInt64] = []
    for seed in seeds {
      work()
      let result = await result(seed: seed, cancelsPrevious: cancelsPrevious, find: find)
      if result != "result of swift" { stale.append(seed) }
    }
    return stale
  }
}
