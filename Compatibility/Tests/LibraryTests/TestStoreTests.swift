import ComposableArchitecture
import Testing

/// Tests the guarantees of the published documentation of tests: what fails, and what a test may
/// omit.
@MainActor
struct TestStoreTests {
  @Reducer
  struct Feature {
    struct State: Equatable {
      var count = 0
      var isLoading = false
      var name = ""
    }
    enum Action: Equatable {
      case load
      case loaded(String)
      case nothing
      case tapped
      case timer
    }
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .load:
          state.isLoading = true
          return .run { send in await send(.loaded("Blob")) }
        case let .loaded(name):
          state.isLoading = false
          state.name = name
          return .none
        case .nothing:
          return .none
        case .tapped:
          state.count += 1
          return .none
        case .timer:
          return .run { _ in try await clock.sleep(for: .seconds(60)) }
        }
      }
    }
  }

  @Test
  func aChangeThatIsNotAssertedFails() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await withKnownIssue {
      await store.send(.tapped)
    }
  }

  @Test
  func aChangeThatDidNotHappenFails() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await withKnownIssue {
      await store.send(.nothing) { $0.count = 1 }
    }
    await withKnownIssue {
      await store.send(.tapped) { $0.count = 2 }
    }
  }

  @Test
  func aClosureThatChangesNothingFails() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await withKnownIssue {
      await store.send(.tapped) { _ in }
    }
  }

  @Test
  func anActionThatIsNotReceivedFails() async {
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) { Feature() }
      await store.send(.load) { $0.isLoading = true }
      await store.finish()
    }
  }

  @Test
  func anActionThatNeverComesFails() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await withKnownIssue {
      await store.receive(.loaded("Blob"), timeout: 0)
    }
  }

  @Test
  func anotherActionThanExpectedFails() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.load) { $0.isLoading = true }
    await withKnownIssue {
      await store.receive(.loaded("Other")) {
        $0.isLoading = false
        $0.name = "Blob"
      }
    }
  }

  @Test
  func sendingBeforeReceivingFails() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.load) { $0.isLoading = true }
    await withKnownIssue {
      await store.send(.tapped) { $0.count = 1 }
    }
    await store.skipReceivedActions(strict: false)
  }

  @Test
  func anEffectThatGoesOnFails() async {
    let clock = TestClock()
    await withKnownIssue {
      let store = TestStore(initialState: Feature.State()) {
        Feature()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.timer)
      await store.finish(timeout: .zero)
    }
  }

  @Test
  func anEffectInFlightCanBeSkipped() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.timer)
    await store.skipInFlightEffects()
  }

  @Test
  func aDependencyThatIsNotGivenFails() async {
    struct Dated: Reducer {
      @Dependency(\.date) var date
      func reduce(into state: inout Bool, action: Bool) -> Effect<Bool> {
        state = date.now.timeIntervalSince1970 < 0
        return .none
      }
    }
    let store = TestStore(initialState: false) { Dated() }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(true)
    }
  }

  @Test
  func aNonExhaustiveTestAssertsWhatItNames() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    store.exhaustivity = .off
    await store.send(.tapped)
    await store.send(.load)
    await store.receive(\.loaded) { $0.name = "Blob" }
    #expect(store.state.count == 1)
  }

  @Test
  func aNonExhaustiveTestStillFailsOnWhatItNames() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(.tapped) { $0.count = 5 }
    }
  }

  @Test
  func receivedActionsCanBeSkipped() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    store.exhaustivity = .off
    await store.send(.load)
    await store.skipReceivedActions()
    store.assert {
      $0.name = "Blob"
      $0.isLoading = false
    }
  }

  @Test
  func exhaustivityIsChangedForAWhile() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.withExhaustivity(.off) {
      await store.send(.tapped)
    }
    await store.send(.tapped) { $0.count = 2 }
  }

  @Test
  func anActionIsReceivedByAPredicate() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(.load) { $0.isLoading = true }
    await store.receive {
      guard case .loaded = $0 else { return false }
      return true
    } assert: {
      $0.isLoading = false
      $0.name = "Blob"
    }
  }

  @Test
  func anActionIsReceivedByItsCaseAndValue() async {
    let store = TestStore(initialState: Feature.State()) { Feature() }
    await store.send(\.load) { $0.isLoading = true }
    await store.receive(\.loaded, "Blob", timeout: .seconds(1)) {
      $0.isLoading = false
      $0.name = "Blob"
    }
  }

  @Reducer
  struct Identified {
    struct State: Equatable {
      var id: UUID?
    }
    enum Action { case tapped }
    @Dependency(\.uuid) var uuid
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.id = uuid()
        return .none
      }
    }
  }

  @Test
  func dependenciesAreChangedDuringATest() async {
    let store = TestStore(initialState: Identified.State()) {
      Identified()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.tapped) { $0.id = UUID(0) }
    await store.send(.tapped) { $0.id = UUID(1) }
    store.dependencies.uuid = .constant(UUID(42))
    await store.send(.tapped) { $0.id = UUID(42) }
  }

  @Test
  func theStateOfAClassIsMadeWithTheDependenciesOfTheStore() {
    struct Stamped: Equatable {
      let date: Date
      init() {
        @Dependency(\.date.now) var now
        date = now
      }
    }
    let store = TestStore(initialState: Stamped()) {
      Reduce<Stamped, Bool> { _, _ in .none }
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 0)
    }
    #expect(store.state.date == Date(timeIntervalSince1970: 0))
  }
}
