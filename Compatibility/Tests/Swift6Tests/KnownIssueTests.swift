import ComposableArchitecture
import Testing

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action { case increment }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@MainActor
struct KnownIssueTests {
  @Test("A failure of a test store is an issue at the line of the call")
  func line() async {
    let store = TestStore(initialState: .init()) { Counter() }
    let line = #line + 2
    await withKnownIssue {
      await store.send(.increment) { $0.count = 2 }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.severity == .error
    }
  }
}
