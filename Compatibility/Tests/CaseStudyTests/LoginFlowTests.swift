import ComposableArchitecture
import XCTest

/// A login with a second factor, followed by a list with two tabs. The test is non-exhaustive, and
/// covers several features.
@Reducer
struct LoginFlow {
  @ObservableState
  enum State: Equatable {
    case login(Login.State)
    case home(Home.State)

    init() { self = .login(Login.State()) }
  }

  enum Action {
    case login(Login.Action)
    case home(Home.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .login(.twoFactor(.presented(.response(.success(user))))),
        let .login(.response(.success(.signedIn(user)))):
        state = .home(Home.State(user: user))
        return .none
      case .login:
        return .none
      case .home(.signOutButtonTapped):
        state = .login(Login.State())
        return .none
      case .home:
        return .none
      }
    }
    .ifCaseLet(\.login, action: \.login) { Login() }
    .ifCaseLet(\.home, action: \.home) { Home() }
  }
}

@Reducer
struct Login {
  @ObservableState
  struct State: Equatable {
    var email = ""
    var isBusy = false
    var isFormValid = false
    var password = ""
    @Presents var twoFactor: TwoFactor.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case loginButtonTapped
    case response(Result<SignIn, any Error>)
    case twoFactor(PresentationAction<TwoFactor.Action>)
  }

  @Dependency(\.account) var account

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        state.isFormValid = !state.email.isEmpty && !state.password.isEmpty
        return .none
      case .loginButtonTapped:
        state.isBusy = true
        return .run { [email = state.email, password = state.password] send in
          await send(
            .response(Result { try await account.signIn(email: email, password: password) }))
        }
      case let .response(.success(.secondFactorNeeded(token))):
        state.isBusy = false
        state.twoFactor = TwoFactor.State(token: token)
        return .none
      case .response:
        state.isBusy = false
        return .none
      case .twoFactor:
        return .none
      }
    }
    .ifLet(\.$twoFactor, action: \.twoFactor) { TwoFactor() }
  }
}

@Reducer
struct TwoFactor {
  @ObservableState
  struct State: Equatable {
    var code = ""
    let token: String
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case response(Result<String, any Error>)
    case submitButtonTapped
  }

  @Dependency(\.account) var account

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .response:
        return .none
      case .submitButtonTapped:
        return .run { [code = state.code, token = state.token] send in
          await send(.response(Result { try await account.confirm(code: code, token: token) }))
        }
      }
    }
  }
}

@Reducer
struct Home {
  @ObservableState
  struct State: Equatable {
    enum Tab { case feed, profile }
    var currentTab = Tab.feed
    var feed: [String] = []
    let user: String
  }

  enum Action {
    case feedResponse([String])
    case signOutButtonTapped
    case tabSelected(State.Tab)
    case task
  }

  @Dependency(\.account.feed) var feed

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .feedResponse(posts):
        state.feed = posts
        return .none
      case .signOutButtonTapped:
        return .none
      case let .tabSelected(tab):
        state.currentTab = tab
        return .none
      case .task:
        return .run { [user = state.user] send in await send(.feedResponse(feed(user))) }
      }
    }
  }
}

enum SignIn: Equatable {
  case secondFactorNeeded(token: String)
  case signedIn(user: String)
}

@DependencyClient
struct AccountClient {
  var signIn: @Sendable (_ email: String, _ password: String) async throws -> SignIn
  var confirm: @Sendable (_ code: String, _ token: String) async throws -> String
  var feed: @Sendable (_ user: String) async -> [String] = { _ in [] }
}

extension AccountClient: TestDependencyKey {
  static var testValue: Self { Self() }
}

extension DependencyValues {
  var account: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}

final class LoginFlowTests: XCTestCase {
  @MainActor
  func testFlowWithSecondFactor() async {
    let store = TestStore(initialState: LoginFlow.State()) {
      LoginFlow()
    } withDependencies: {
      $0.account.signIn = { @Sendable _, _ in .secondFactorNeeded(token: "t0ken") }
      $0.account.confirm = { @Sendable code, token in
        XCTAssertEqual(code, "123456")
        XCTAssertEqual(token, "t0ken")
        return "Blob"
      }
      $0.account.feed = { @Sendable user in ["Hello, \(user)"] }
    }
    store.exhaustivity = .off

    await store.send(\.login.binding.email, "blob@example.org")
    await store.send(\.login.binding.password, "secret")
    XCTAssertEqual(store.state[case: \.login]?.isFormValid, true)
    await store.send(\.login.loginButtonTapped)
    await store.receive(\.login.response.success) {
      $0.modify(\.login) { $0.isBusy = false }
    }
    await store.send(\.login.twoFactor.binding.code, "123456")
    await store.send(\.login.twoFactor.submitButtonTapped)
    await store.receive(\.login.twoFactor.response.success) {
      $0 = .home(Home.State(user: "Blob"))
    }
    await store.send(.home(.task))
    await store.skipReceivedActions()
    store.assert {
      $0.modify(\.home) { $0.feed = ["Hello, Blob"] }
    }
  }

  @MainActor
  func testSignOutSkipsInFlightEffects() async {
    let store = TestStore(initialState: LoginFlow.State.home(Home.State(user: "Blob"))) {
      LoginFlow()
    } withDependencies: {
      $0.account.feed = { @Sendable _ in
        try? await Task.never()
        return []
      }
    }
    await store.withExhaustivity(.off) {
      await store.send(.home(.task))
      await store.send(.home(.tabSelected(.profile)))
      await store.skipInFlightEffects()
    }
    await store.send(.home(.signOutButtonTapped)) {
      $0 = .login(Login.State())
    }
  }
}
