import ComposableArchitecture
import XCTest

/// A counter that requests a fact about its number.
@Reducer
struct NumberFact {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case decrementButtonTapped
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped

    @CasePathable
    enum Alert: Equatable {
      case retryTapped
    }
  }

  @Dependency(\.factClient) var factClient

  private enum CancelID { case fact }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.retryTapped)):
        return .send(.factButtonTapped)

      case .alert:
        return .none

      case .decrementButtonTapped:
        state.count -= 1
        state.fact = nil
        state.isLoading = false
        return .cancel(id: CancelID.fact)

      case .factButtonTapped:
        state.fact = nil
        state.isLoading = true
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await factClient.fetch(count) }))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)

      case let .factResponse(.success(fact)):
        state.isLoading = false
        state.fact = fact
        return .none

      case .factResponse(.failure):
        state.isLoading = false
        state.alert = AlertState {
          TextState("The fact could not be loaded")
        } actions: {
          ButtonState(role: .cancel) { TextState("Close") }
          ButtonState(action: .retryTapped) { TextState("Try again") }
        }
        return .none

      case .incrementButtonTapped:
        state.count += 1
        state.fact = nil
        state.isLoading = false
        return .cancel(id: CancelID.fact)
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@DependencyClient
struct FactClient {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient { "\($0) is a number." }
  static let testValue = FactClient()
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

@MainActor
final class NumberFactTests: XCTestCase {
  func testCounting() async {
    let store = TestStore(initialState: NumberFact.State()) {
      NumberFact()
    }

    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }
  }

  func testFact() async {
    let store = TestStore(initialState: NumberFact.State(count: 7)) {
      NumberFact()
    } withDependencies: {
      $0.factClient.fetch = { @Sendable number in "\(number) days make a week." }
    }

    await store.send(.factButtonTapped) {
      $0.isLoading = true
    }
    await store.receive(\.factResponse.success) {
      $0.isLoading = false
      $0.fact = "7 days make a week."
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 8
      $0.fact = nil
    }
  }

  func testFailureAndRetry() async {
    struct Offline: Error {}
    let isOffline = LockIsolated(true)
    let store = TestStore(initialState: NumberFact.State(count: 3)) {
      NumberFact()
    } withDependencies: {
      $0.factClient.fetch = { [isOffline] number in
        if isOffline.value { throw Offline() }
        return "\(number) is odd."
      }
    }

    await store.send(.factButtonTapped) {
      $0.isLoading = true
    }
    await store.receive(\.factResponse.failure) {
      $0.isLoading = false
      $0.alert = AlertState {
        TextState("The fact could not be loaded")
      } actions: {
        ButtonState(role: .cancel) { TextState("Close") }
        ButtonState(action: .retryTapped) { TextState("Try again") }
      }
    }
    isOffline.setValue(false)
    await store.send(\.alert.retryTapped) {
      $0.alert = nil
    }
    await store.receive(\.factButtonTapped) {
      $0.isLoading = true
    }
    await store.receive(\.factResponse.success, "3 is odd.") {
      $0.isLoading = false
      $0.fact = "3 is odd."
    }
  }

  func testCancellation() async {
    let store = TestStore(initialState: NumberFact.State()) {
      NumberFact()
    } withDependencies: {
      $0.factClient.fetch = { @Sendable _ in try await Task.never() }
    }

    await store.send(.factButtonTapped) {
      $0.isLoading = true
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
      $0.isLoading = false
    }
  }
}
