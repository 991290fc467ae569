import App
import DependencyInjection
import ComposableArchitecture
import Counter
import Foundation
import PrimeModal
import ShoppingList

@MainActor
enum StoreFigures {
  static func send() -> Figure {
    let count = 100_000
    let actions = StandardSession.actions(count: count)
    let store = Store(initialState: StandardSession.state()) { AppFeature() }
    let value = nanoseconds(per: count) { for action in actions { store.send(action) } }
    return Figure("store.send", value, unit: "ns", .plainSwitch, .ratio(atMost: 9))
  }

  static func forEach(rows: Int) -> Figure {
    let count = 100_000
    let ids = (0..<count).map { UUID($0 * 7919 % rows) }
    let actions = ids.map {
      AppFeature.Action.shoppingList(.products(.element(id: $0, action: .toggleStatus)))
    }
    let store = Store(initialState: StandardSession.state(rows: rows)) { AppFeature() }
    let value = nanoseconds(per: count) { for action in actions { store.send(action) } }
    let plain = PlainSwitch.yardstick(rows: rows, ids.map(PlainSwitch.Action.toggle))
    return Figure("foreach.\(rows)", value, unit: "ns", plain, .ratio(atMost: 12))
  }

  /// Measures a read of a dependency without overrides, in a reducer.
  static func readDependency() -> Figure {
    let count = 100_000
    let store = Store(initialState: ClockReader.State()) { ClockReader() }
    let send = nanoseconds(per: count) { for _ in 0..<count { store.send(false) } }
    let read = nanoseconds(per: count) { for _ in 0..<count { store.send(true) } }
    var last = Date.distantPast
    let date = nanoseconds(per: count) { for _ in 0..<count { last = max(last, Date()) } }
    precondition(last > .distantPast)
    return Figure(
      "dependency.read", read - send, unit: "ns", Yardstick("Date()", date), .ratio(atMost: 10))
  }

  static func sendEffect() -> Figure {
    let count = 20_000
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, isFirst in
        state += 1
        return isFirst ? .send(false) : .none
      }
    }
    let value = nanoseconds(per: count) { for _ in 0..<count { store.send(true) } }
    return Figure("effect.send", value, unit: "ns", .plainSwitch, .ratio(atMost: 60))
  }

  static func runEffect() async -> Figure {
    let count = 5_000
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, isFirst in
        state += 1
        return isFirst ? .run { await $0(false) } : .none
      }
    }
    let value = await nanoseconds(per: count) {
      for _ in 0..<count { await store.send(true).finish() }
    }
    return Figure("effect.run", value, unit: "ns", await .emptyTask, .ratio(atMost: 0.6))
  }
}

private struct ClockReader: Reducer {
  struct State {
    var last = Date.distantPast
  }

  @Dependency(\.date.now) var now

  var body: some Reducer<State, Bool> {
    Reduce { state, reads in
      state.last = reads ? now : .distantFuture
      return .none
    }
  }
}
