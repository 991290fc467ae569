import ComposableArchitecture
import RecordCoding
import Testing

@MainActor
@Suite("Features declared as recordable")
struct RecordableFeatureTests {
  @Reducer(.recordable)
  struct Parent {
    @ObservableState
    struct State: Equatable {
      var count = 0
      @Presents var child: Child.State?
      var rows: IdentifiedArrayOf<Row.State> = []
      var path = StackState<Path.State>()
    }

    enum Action: Equatable, BindableAction {
      case binding(BindingAction<State>)
      case child(PresentationAction<Child.Action>)
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Path>)
      case response(TaskResult<Int>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      EmptyReducer()
        .ifLet(\.$child, action: \.child) { Child() }
        .forEach(\.rows, action: \.rows) { Row() }
        .forEach(\.path, action: \.path)
    }
  }

  @Reducer(.recordable)
  struct Child {}

  @Reducer(.recordable)
  struct Row {
    @Recordable
    struct State: Equatable, Identifiable { var id = 0 }
    enum Action: Equatable { case tap, alert(AlertState<Never>) }
  }

  @Reducer(.recordable, state: .equatable, action: .equatable)
  enum Path {
    case row(Row)
    case child(Child)
    case alert(AlertState<Row.Action>)
  }

  @Reducer(.recordable)
  struct Wrapper {
    let base: Row
    var body: some ReducerOf<Row> { base }
  }

  @Reducer(.recordable)
  struct Switcher {
    @CasePathable
    enum State: Equatable { case on, off(Int) }
    enum Action: Equatable { case toggle }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  private func copy<Value: Recordable>(of value: Value) throws -> Value {
    var encoder = RecordEncoder()
    encoder.encode(value)
    #expect(encoder.failure == nil)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode(Value.self)
  }

  @Test("States are read back as they were written")
  func states() throws {
    var state = Parent.State(count: 1, child: Child.State(), rows: [Row.State(id: 3)])
    state.path[id: 0] = .row(Row.State(id: 4))
    let read = try copy(of: state)
    #expect(read.count == 1 && read.child != nil && read.rows == state.rows)
    #expect(try copy(of: Switcher.State.off(3)) == .off(3))
    #expect(try copy(of: Wrapper.State(id: 2)) == Row.State(id: 2))
  }

  @Test("Actions are read back as they were written")
  func actions() throws {
    let actions: [Parent.Action] = [
      .binding(.set(\.count, 3)), .child(.dismiss), .rows(.element(id: 3, action: .tap)),
      .path(.push(id: 0, state: .row(Row.State(id: 4)))),
      .path(.element(id: 0, action: .row(.tap))), .response(.success(3)),
    ]
    for action in actions { #expect(try copy(of: action) == action) }
  }
}
