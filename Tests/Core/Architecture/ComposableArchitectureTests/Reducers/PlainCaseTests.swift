import ComposableArchitecture
import RecordCoding
import Testing

@Recordable
private struct Meeting: Equatable, Sendable {
  var minutes: Int
}

@Reducer(.recordable)
private struct Editor {
  @ObservableState
  struct State: Equatable { var text = "" }

  enum Action: Equatable { case typed(String) }

  var limit = 10

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .typed(let text) = action { state.text = String(text.prefix(limit)) }
      return .none
    }
  }
}

/// A path with every form of a case.
@Reducer(.recordable, state: .equatable, action: .equatable)
private enum Path {
  case editor(Editor)
  case labeled(editor: Editor)
  case short(editor: Editor = Editor(limit: 2))
  case alert(alert: AlertState<Choice>)
  case plain
  case meeting(Meeting, title: String)
  case last(meeting: Meeting?)
  case list([Int])
  @ReducerCaseIgnored case number(value: Int)

  @Recordable
  enum Choice: Equatable { case yes }
}

/// A path whose values cannot be compared or recorded.
@Reducer
private enum LoosePath {
  case editor(Editor)
  case silent(silent: Silent)
  case handler(() -> Int)
  case pair((Int, Int))
  case handlers(first: () -> Int, second: (any Error)?)
}

@Reducer
private struct Silent {}

/// Features without actions, some of which are in some builds only.
@Reducer
private enum BuildPath {
  case silent(Silent)

  #if compiler(>=6.0)
    case current(Silent)
    case help
  #else
    case earlier(Silent)
  #endif

  #if NEVER
    #if DEBUG
      case inspector(Silent)
    #endif
  #endif
}

@Reducer
private struct Home {
  @ObservableState
  struct State {
    var path = StackState<Path.State>()
    @Presents var destination: LoosePath.State?
  }

  enum Action {
    case path(StackActionOf<Path>)
    case destination(PresentationAction<LoosePath.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.path, action: \.path)
      .ifLet(\.$destination, action: \.destination)
  }
}

@MainActor
@Suite("Plain values and labels in enumerations of reducers")
struct PlainCaseTests {
  private let states: [Path.State] = [
    .editor(Editor.State(text: "a")), .labeled(editor: Editor.State(text: "b")),
    .short(editor: Editor.State(text: "c")),
    .alert(alert: AlertState { TextState("Sure?") }), .plain,
    .meeting(Meeting(minutes: 5), title: "Daily"), .last(meeting: nil),
    .last(meeting: Meeting(minutes: 7)), .list([1, 2]), .number(value: 3),
  ]

  private func store() -> StoreOf<Home> {
    Store(initialState: Home.State(path: StackState(states))) { Home() }
  }

  @Test("The features on a stack run, and plain values stay as they are")
  func stack() {
    let store = store()
    let ids = store.path.ids
    store.send(.path(.element(id: ids[0], action: .editor(.typed("editor")))))
    store.send(.path(.element(id: ids[1], action: .labeled(editor: .typed("labeled")))))
    store.send(.path(.element(id: ids[2], action: .short(editor: .typed("short")))))
    var expected = states
    expected[0] = .editor(Editor.State(text: "editor"))
    expected[1] = .labeled(editor: Editor.State(text: "labeled"))
    expected[2] = .short(editor: Editor.State(text: "sh"))
    #expect(Array(store.path) == expected)
    #expect(store.path[id: ids[1]]?.labeled?.text == "labeled")
    #expect(store.path[id: ids[5], case: \.meeting]?.title == "Daily")
  }

  @Test("The store of a stack's element has the values of its case")
  func scopes() throws {
    let store = store()
    let cases = try store.path.ids.map { id in
      try #require(store.scope(state: \.path[id: id], action: \.path[id: id])).case
    }
    guard case .labeled(let labeled) = cases[1], case .alert(alert: let alert) = cases[3],
      case .plain = cases[4], case .meeting(let meeting, title: let title) = cases[5],
      case .last(meeting: let missing) = cases[6], case .list(let list) = cases[8],
      case .number(value: let number) = cases[9]
    else {
      Issue.record("the cases differ from the state")
      return
    }
    labeled.send(.typed("new"))
    #expect(store.path[1] == .labeled(editor: Editor.State(text: "new")))
    #expect(alert.title == TextState("Sure?"))
    #expect(meeting == Meeting(minutes: 5) && title == "Daily" && missing == nil)
    #expect(list == [1, 2] && number == 3)
  }

  @Test("Values that cannot be compared are presented and dismissed")
  func loose() {
    var state = Home.State()
    state.destination = .handlers(first: { 4 }, second: nil)
    let store = Store(initialState: state) { Home() }
    #expect(store.destination?.handlers?.first() == 4)
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
  }

  @Test("Features with labels have actions, and plain values have none")
  func actions() {
    #expect(
      Array(Path.Action.allCasePaths) == [\.editor, \.labeled, \.short, \.alert])
    #expect(Array(LoosePath.Action.allCasePaths) == [\.editor, \.silent])
    #expect(Path.Action.labeled(editor: .typed("a"))[case: \.labeled] == .typed("a"))
    #expect(Path.Action.alert(.yes)[case: \.alert] == .yes)
  }

  @Test("The cases of a build have case paths, though no feature has actions")
  func conditions() {
    #expect(Array(BuildPath.State.allCasePaths) == [\.silent, \.current, \.help])
    #expect(Array(BuildPath.Action.allCasePaths) == [\.silent, \.current])
    #expect(BuildPath.State.allCasePaths[.current(Silent.State())] == \.current)
    #expect(BuildPath.State.allCasePaths[.silent(Silent.State())] == \.silent)
  }

  @Test("States and actions are read back as they were written")
  func recording() throws {
    for state in states { #expect(try copy(of: state) == state) }
    #expect(
      try copy(of: Path.Action.labeled(editor: .typed("a"))) == .labeled(editor: .typed("a")))
  }

  private func copy<Value: Recordable>(of value: Value) throws -> Value {
    var encoder = RecordEncoder()
    encoder.encode(value)
    #expect(encoder.failure == nil)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode(Value.self)
  }
}
