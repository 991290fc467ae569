import ComposableArchitecture
import Testing

/// A feature whose enumerations have no generated case paths, in the spellings of 2023.
private struct ReadingRoom: Reducer {
  struct State: Equatable {
    @PresentationState var screen: Screen?
    var path = StackState<Screen>()
    var alert: AlertState<Action.Alert>?
    var isReset = false
  }

  enum Screen: Equatable {
    case book(pages: Int)
    case author(String)
    case imprint
  }

  enum Action: Equatable {
    case alert(Alert)
    case ask
    case read(Screen)
    case turnPage

    enum Alert: Equatable { case confirm }
  }

  @available(*, deprecated)
  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert(.confirm):
        state.isReset = true
      case .ask:
        state.alert = AlertState { TextState("Reset?") }
      case .read(let screen):
        state.screen = screen
        state.path.append(screen)
      case .turnPage:
        state.$screen[case: /Screen.book]? += 1
        for id in state.path.ids where state.path[id: id, case: /Screen.book] != nil {
          state.path[id: id, case: /Screen.book]? += 1
        }
      }
      return .none
    }
    .ifLet(\.alert, action: /Action.alert)
  }
}

@MainActor
struct CasePathSpellingsTests {
  @Test("A presented case without generated case paths can be changed")
  @available(*, deprecated)
  func presented() async {
    let store = TestStore(initialState: ReadingRoom.State()) { ReadingRoom() }
    await store.send(.read(.book(pages: 1))) {
      $0.screen = .book(pages: 1)
      $0.path[id: 0] = .book(pages: 1)
    }
    await store.send(.turnPage) {
      $0.$screen[case: /ReadingRoom.Screen.book] = 2
      $0.path[id: 0, case: /ReadingRoom.Screen.book] = 2
    }
    #expect(store.state.screen == .book(pages: 2))
    #expect(store.state.path[id: 0] == .book(pages: 2))
  }

  @Test("A case is presented and dismissed through a case path")
  @available(*, deprecated)
  func presentation() {
    @PresentationState var screen: ReadingRoom.Screen?
    $screen[case: /ReadingRoom.Screen.author] = "Blob"
    #expect(screen == .author("Blob"))
    #expect($screen[case: /ReadingRoom.Screen.imprint] == nil)
    $screen[case: /ReadingRoom.Screen.author] = nil
    #expect(screen == nil)
  }

  @Test("Changing a case other than the presented one reports an issue, and changes nothing")
  @available(*, deprecated)
  func otherCase() {
    @PresentationState var screen: ReadingRoom.Screen? = .author("Blob")
    var path = StackState<ReadingRoom.Screen>([.author("Blob")])
    withKnownIssue {
      $screen[case: /ReadingRoom.Screen.book] = 1
    } matching: {
      $0.description.contains("the state is in another case, author(\"Blob\")")
    }
    withKnownIssue {
      path[id: path.ids[0], case: /ReadingRoom.Screen.book] = 1
    } matching: {
      $0.description.contains("the state is in another case, author(\"Blob\")")
    }
    #expect(screen == .author("Blob"))
    #expect(Array(path) == [.author("Blob")])
  }

  @Test("An alert in plain optional state needs no reducer and is cleared by its action")
  func alert() async {
    let store = TestStore(initialState: ReadingRoom.State()) { ReadingRoom() }
    await store.send(.ask) { $0.alert = AlertState { TextState("Reset?") } }
    await store.send(.alert(.confirm)) {
      $0.alert = nil
      $0.isReset = true
    }
  }
}
