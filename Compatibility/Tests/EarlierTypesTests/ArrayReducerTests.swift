#if EarlierTypes
  import ComposableArchitecture
  import XCTest

  // Lists that are arrays, and forms whose actions have no protocol, as before 0.30.

  struct Shelf: Equatable {
    var lamps: [Lamp] = []
    var label = ""
    var edits = 0
  }

  enum ShelfAction: Equatable {
    case lamp(index: Int, action: LampAction)
    case form(BindingAction<Shelf>)
    case removeTapped
  }

  let shelfReducer = Reducer<Shelf, ShelfAction, LampEnvironment>.combine(
    lampReducer.forEach(
      state: \Shelf.lamps, action: /ShelfAction.lamp(index:action:), environment: { $0 }),
    Reducer { state, action, _ in
      switch action {
      case .removeTapped:
        state.lamps.removeLast()
        return .none
      case .form(\.label):
        state.edits += state.label.count
        return .none
      case .lamp, .form:
        return .none
      }
    }
    .binding(action: /ShelfAction.form)
  )

  class ArrayReducerTests: XCTestCase {
    func makeStore(_ lamps: [Lamp]) -> TestStore<Shelf, ShelfAction, LampEnvironment> {
      TestStore(
        initialState: Shelf(lamps: lamps), reducer: shelfReducer,
        environment: LampEnvironment(age: { $0 * 10 }, mainQueue: .immediate))
    }

    func testElementsAreFoundByTheirIndex() {
      let store = makeStore([Lamp(id: 4), Lamp(id: 4), Lamp(id: 5)])
      store.send(.lamp(index: 1, action: .switched)) { $0.lamps[1].isOn = true }
      store.receive(.lamp(index: 1, action: .aged(.success(40)))) { $0.lamps[1].hours = 40 }
      store.send(.lamp(index: 2, action: .switched)) { $0.lamps[2].isOn = true }
      store.receive(.lamp(index: 2, action: .aged(.success(50)))) { $0.lamps[2].hours = 50 }
      store.send(.removeTapped) { $0.lamps.removeLast() }
    }

    func testAnActionForAMissingElementIsReported() {
      for count in 0..<2 {
        let store = makeStore(Array(repeating: Lamp(id: 1), count: count))
        let issues = LockIsolated<[String]>([])
        withIssueReporters([MessageReporter(messages: issues)]) {
          store.send(.lamp(index: count, action: .switched))
        }
        XCTAssertEqual(issues.value.count, 1)
        XCTAssert(issues.value.first?.contains("missing element") == true)
      }
    }

    func testFieldsAreSetBeforeTheReducerRuns() {
      let store = makeStore([])
      store.send(.form(.set(\.label, "Hall"))) {
        $0.label = "Hall"
        $0.edits = 4
      }
    }
  }

  private struct MessageReporter: IssueReporter {
    let messages: LockIsolated<[String]>

    func reportIssue(
      _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      let message = message() ?? ""
      messages.withValue { $0.append(message) }
    }
  }
#endif
