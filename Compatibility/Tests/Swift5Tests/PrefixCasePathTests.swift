import CasePaths
import ComposableArchitecture
import XCTest

/// A feature as written before case key paths.
struct Parent: Reducer {
  struct State: Equatable {
    var child = Child.State()
    var optional: Child.State?
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
    @PresentationState var sheet: Child.State?
  }

  enum Action: Equatable {
    case child(Child.Action)
    case optional(Child.Action)
    case row(id: Int, action: Row.Action)
    case sheet(PresentationAction<Child.Action>)
    case reset
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: /Action.child) {
      Child()
    }
    Reduce { state, action in
      switch action {
      case .reset:
        state = State()
        return .none
      case .child, .optional, .row, .sheet:
        return .none
      }
    }
    .ifLet(\.optional, action: /Action.optional) {
      Child()
    }
    .forEach(\.rows, action: /Action.row(id:action:)) {
      Row()
    }
    .ifLet(\.$sheet, action: /Action.sheet) {
      Child()
    }
  }
}

struct Child: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case increment }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

struct Row: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var isDone = false
  }
  enum Action: Equatable { case toggle }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isDone.toggle()
    return .none
  }
}

/// An enumeration without generated case paths.
enum Shape: Equatable {
  case circle(radius: Double)
  case rectangle(width: Double, height: Double)
  case point
  case named(String)
  case alsoNamed(String)
}

@MainActor
final class PrefixCasePathTests: XCTestCase {
  func testOperatorsAcceptPrefixCasePaths() async {
    let store = TestStore(initialState: Parent.State(optional: Child.State(), sheet: Child.State()))
    {
      Parent()
    }
    await store.send(.child(.increment)) { $0.child.count = 1 }
    await store.send(.optional(.increment)) { $0.optional?.count = 1 }
    await store.send(.row(id: 2, action: .toggle)) { $0.rows[id: 2]?.isDone = true }
    await store.send(.sheet(.presented(.increment))) { $0.sheet?.count = 1 }
    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
  }

  func testCasePathExtractsOnlyItsCase() {
    let radius = /Shape.circle(radius:)
    XCTAssertEqual(radius.extract(from: .circle(radius: 2)), 2)
    XCTAssertNil(radius.extract(from: .point))
    let rectangle = /Shape.rectangle(width:height:)
    XCTAssertEqual(rectangle.extract(from: .rectangle(width: 3, height: 4))?.1, 4)
    XCTAssertEqual(rectangle.embed((1, 2)), .rectangle(width: 1, height: 2))
    XCTAssertEqual((/Shape.named).extract(from: .named("Blob")), "Blob")
    XCTAssertNil((/Shape.named).extract(from: .alsoNamed("Blob")))
  }

  func testStoreIsScopedWithFunctions() {
    let store = Store(initialState: Parent.State()) { Parent() }
    let child = store.scope(state: { $0.child }, action: { Parent.Action.child($0) })
    child.send(.increment)
    XCTAssertEqual(child.withState(\.count), 1)
    XCTAssertEqual(store.withState(\.child.count), 1)
  }
}
