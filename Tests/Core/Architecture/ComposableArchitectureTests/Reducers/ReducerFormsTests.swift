import ComposableArchitecture
import RecordCoding
import Testing

// These declarations test that they compile. Several enumerations of reducers in one file, for
// features that don't declare actions, used to crash the compiler.

/// A reducer whose state and actions aren't nested types.
@Reducer
private struct Switch {
  var body: some Reducer<Int, Bool> {
    Reduce { state, action in
      if action { state += 1 }
      return .none
    }
  }
}

/// A reducer with the state and the actions of a different reducer.
@Reducer
private struct Counting<Base: Reducer> {
  let base: Base
  let count: LockIsolated<Int>

  var body: some ReducerOf<Base> {
    base
    Reduce { _, _ in
      count.withValue { $0 += 1 }
      return .none
    }
  }
}

/// A reducer with the state and the actions of a different reducer, with the types spelled out.
@Reducer
private struct Passing<Base: Reducer> {
  let base: Base

  var body: some Reducer<Base.State, Base.Action> { base }
}

@Reducer
private struct Still {
  struct State: Equatable {
    var text = ""
  }
}

@Reducer
private struct Nothing {}

@Reducer(state: .equatable, action: .equatable)
private enum OnlyStill {
  case still(Still)
}

@Reducer
private enum NoActions {
  case still(Still)
  case nothing(Nothing)
}

@Reducer
private enum OneAction {
  case still(Still)
  case ticker(Ticker)
}

@Reducer(state: .equatable, .recordable, action: .equatable, .recordable)
private enum Recorded {
  case screen(Screen)
}

@Reducer(state: .recordable)
private enum RecordedTwice {
  case screen(Screen)
  case other(Screen)
}

/// Features with recordable actions that have no cases.
@Reducer(.recordable)
private struct Page {
  struct State: Equatable {
    var number = 0
  }
}

@Reducer(.recordable)
private struct Quiet {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {}
}

@Reducer(state: .equatable, .recordable, action: .equatable, .recordable)
private enum RecordedWithoutActions {
  case page(Page)
  case quiet(Quiet)
}

@Reducer(.recordable)
private enum OneRecordedWithoutActions {
  case quiet(Quiet)
}

@Recordable
private enum WithoutValues: Equatable {
  case never(Never)
  case quiet(Quiet.Action)
}

/// An enumeration that declares its own body.
@Reducer(state: .equatable)
private enum Doubled {
  case ticker(Ticker)

  static var body: some ReducerOf<Self> {
    Scope(state: \.ticker, action: \.ticker) { Ticker() }
    Scope(state: \.ticker, action: \.ticker) { Ticker() }
  }
}

@Reducer
private struct Presenter {
  struct State: Equatable {
    @Presents var doubled: Doubled.State?
    @Presents var still: OnlyStill.State?
  }

  enum Action {
    case doubled(PresentationAction<Doubled.Action>)
    case still(PresentationAction<OnlyStill.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$doubled, action: \.doubled)
      .ifLet(\.$still, action: \.still)
  }
}

@MainActor
@Suite("Forms of reducers")
struct ReducerFormsTests {
  @Test("A body can specify other types as its state and actions")
  func otherTypes() {
    let store = Store(initialState: 1) { Switch() }
    store.send(true)
    store.send(false)
    #expect(store.state == 2)
  }

  @Test("A body can have the state and the actions of a different reducer")
  func higherOrder() {
    let count = LockIsolated(0)
    let store = Store(initialState: Ticker.State()) {
      Passing(base: Counting(base: Ticker(), count: count))
    }
    store.send(.increment)
    #expect(store.state.count == 1)
    #expect(count.value == 1)
  }

  @Test("An enumeration of reducers can have its own body")
  func ownBody() {
    let store = Store(initialState: Presenter.State(doubled: .ticker(Ticker.State()))) {
      Presenter()
    }
    store.send(.doubled(.presented(.ticker(.increment))))
    #expect(store.state.doubled == .ticker(Ticker.State(count: 2)))
  }

  @Test("The cases of an enumeration without actions are distinguished")
  func noActions() {
    #expect(NoActions.State.nothing(Nothing.State())[case: \.nothing] != nil)
    #expect(NoActions.State.nothing(Nothing.State()).still == nil)
    #expect(Array(NoActions.Action.allCasePaths).count == 2)
    #expect(OneAction.Action.ticker(.stop)[case: \.ticker] == .stop)
    #expect(NoActions.State.allCasePaths[.still(Still.State())] == \.still)
  }

  @Test("The states of features without actions are recorded")
  func recordedWithoutActions() throws {
    let states: [RecordedWithoutActions.State] = [
      .page(Page.State(number: 7)), .quiet(Quiet.State(text: "a")),
    ]
    for state in states {
      var encoder = RecordEncoder()
      encoder.encode(state)
      var decoder = RecordDecoder(encoder.bytes)
      #expect(try decoder.decode(RecordedWithoutActions.State.self) == state)
    }
    var encoder = RecordEncoder()
    let isOther = encoder.encodeChange(from: states[0], to: states[1])
    let isSame = !encoder.encodeChange(from: states[1], to: states[1])
    #expect(isOther && isSame)
  }

  @Test("Reading an action fails if no feature has any actions")
  func noActionRead() {
    for bytes: [UInt8] in [[0], [1], [0, 0], [1, 0]] {
      #expect(throws: RecordDecodingError.self) {
        var decoder = RecordDecoder(bytes)
        _ = try decoder.decode(RecordedWithoutActions.Action.self)
      }
      #expect(throws: RecordDecodingError.self) {
        var decoder = RecordDecoder(bytes)
        _ = try decoder.decode(WithoutValues.self)
      }
    }
    #expect(Array(OneRecordedWithoutActions.Action.allCasePaths).count == 1)
  }
}
