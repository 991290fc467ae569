import ComposableArchitecture
import SessionReplayTesting
import Testing

@Suite("The store for tests of recorded sessions with shared state")
struct SharedReplayTests {
  @Recordable
  struct Login: Equatable, Sendable {
    var name: String
    var logins = 0
  }

  @Reducer
  struct Feature {
    @Recordable
    struct State {
      @Shared var login: Login
      @Shared var name: String
      @SharedReader var reader: Login
      var notes: [String] = []
      fileprivate var secret = 1
    }

    @Recordable
    enum Action {
      case logIn(String), note
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .logIn(let name):
        state.$login.withLock { login in
          login.name = name
          login.logins += 1
        }
      case .note: state.notes.append("\(state.name) \(state.secret)")
      }
      return .none
    }
  }

  private func store(
    start: ((inout Feature.State) throws -> Void)? = nil
  ) -> ReplayTestStore<Feature.State, Feature.Action> {
    let login = Shared(value: Login(name: "Blob"))
    return ReplayTestStore(
      initialState: Feature.State(login: login, name: login.name, reader: login.reader),
      reducer: { Feature() }, start: start)
  }

  private func expectFailure(_ texts: [String], _ body: () -> Void) {
    withKnownIssue {
      body()
    } matching: { issue in
      texts.allSatisfy { text in issue.comments.contains { $0.rawValue.contains(text) } }
    }
  }

  @Test("A step expects a change through each reference to the value")
  func references() {
    let store = store()
    store.send(.logIn("Anna")) {
      $0.$login.withLock { $0.name = "Anna" }
      $0.$login.withLock { $0.logins = 1 }
      $0.$name.withLock { $0 = "Anna" }
      try $0.setRecorded("reader", to: #"Login(name: "Anna", logins: 1)"#)
    }
    store.send(.note) { $0.notes.append("Anna 1") }
    #expect(store.state.login == Login(name: "Anna", logins: 1))
  }

  @Test("An unexpected change fails, and an expected change doesn't change the session's values")
  func differences() {
    expectFailure(["differs at login.name", "Blob", "Anna"]) {
      store().send(.logIn("Anna"))
    }
    let other = store()
    expectFailure(["name", "- ", "Eve", "+ ", "Blob"]) {
      other.send(.note) {
        $0.$name.withLock { $0 = "Eve" }
        $0.notes.append("Blob 1")
      }
    }
    #expect(other.state.name == "Blob")
  }

  @Test("At the start and in changes between steps, references still share one value")
  func changes() {
    let store = store { state in
      try state.setRecorded("secret", to: "2")
      try state.setRecorded("reader", to: #"Login(name: "Anna", logins: 0)"#)
      state.$login.withLock { $0.name = "Anna" }
      state.$name.withLock { $0 = "Anna" }
    }
    store.send(.note) { $0.notes.append("Anna 2") }
    store.changeShared { $0.$name.withLock { $0 = "Eve" } }
    #expect(store.state.login.name == "Eve")
    store.changeShared { try $0.setRecorded("reader", to: #"Login(name: "Bob", logins: 3)"#) }
    #expect(store.state.name == "Bob")
    store.send(.logIn("Carl")) {
      $0.$login.withLock { $0 = Login(name: "Carl", logins: 4) }
    }
    store.send(.note) { $0.notes.append("Carl 2") }
  }

  @Test("If a change between the steps throws, the test fails")
  func failingChange() {
    expectFailure(["Cannot change shared values", "no recorded field 'x'"]) {
      store().changeShared { try $0.setRecorded("x", to: "1") }
    }
  }
}
