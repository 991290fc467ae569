import CombineSchedulers
import ComposableArchitecture
import Dependencies
import XCTest

/// A search as written with schedulers.
struct DebouncedSearch: ReducerProtocol {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }

  enum Action: Equatable {
    case queryChanged(String)
    case searched
  }

  enum CancelID { case search }

  @Dependency(\.mainQueue) var mainQueue

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return EffectTask.send(.searched)
        .debounce(id: CancelID.search, for: .milliseconds(300), scheduler: mainQueue)
        .animation(.default)
    case .searched:
      state.results = [state.query]
      return .none
    }
  }
}

@MainActor
final class DebounceTests: XCTestCase {
  func testSearchesAfterAPause() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: DebouncedSearch.State()) {
      DebouncedSearch()
    }
    store.dependencies.mainQueue = mainQueue.eraseToAnyScheduler()
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await mainQueue.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await mainQueue.advance(by: 0.3)
    await store.receive(.searched) { $0.results = ["ab"] }
  }

  func testSearchesImmediatelyOnAnImmediateQueue() async {
    let store = TestStore(initialState: DebouncedSearch.State()) {
      DebouncedSearch()
    } withDependencies: {
      $0.mainQueue = .immediate
    }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.receive(.searched) { $0.results = ["a"] }
  }
}
