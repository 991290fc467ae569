import App
import DependencyInjection
import ComposableArchitecture
import Counter
import Foundation
import PrimeModal
import ShoppingList

@MainActor
enum StoreFigures {
  static let yardstick = "plain switch"

  static func send() -> Figure {
    let count = 100_000
    let actions = StandardSession.actions(count: count)
    let plain = actions.compactMap(PlainSwitch.Action.init)
    precondition(plain.count == count)
    let store = Store(initialState: StandardSession.state()) { AppFeature() }
    let value = nanoseconds(per: count) { for action in actions { store.send(action) } }
    var flat = PlainSwitch(rows: 10)
    let plainValue = nanoseconds(per: count) { for action in plain { flat.reduce(action) } }
    precondition(flat.count != Int.min)
    return Figure(
      "store.send", value, unit: "ns", yardstick: yardstick, yardstickValue: plainValue,
      budget: "≤ 10 ×")
  }

  /// Measures a change of a shared value, compared with the same change of a plain value.
  static func sendShared() -> Figure {
    struct Sharing {
      @Shared var count: Int
    }
    let count = 100_000
    let shared = Store(initialState: Sharing(count: Shared(value: 0))) {
      Reduce<Sharing, Int> { state, number in
        state.$count.withLock { $0 &+= number }
        return .none
      }
    }
    let plain = Store(initialState: 0) {
      Reduce<Int, Int> { state, number in
        state &+= number
        return .none
      }
    }
    let value = nanoseconds(per: count) { for number in 0..<count { shared.send(number) } }
    let plainValue = nanoseconds(per: count) { for number in 0..<count { plain.send(number) } }
    return Figure(
      "shared.send", value, unit: "ns", yardstick: "plain state", yardstickValue: plainValue,
      budget: "≤ 3 µs")
  }

  static func forEach(rows: Int) -> Figure {
    let count = 100_000
    let ids = (0..<count).map { UUID($0 * 7919 % rows) }
    let actions = ids.map {
      AppFeature.Action.shoppingList(.products(.element(id: $0, action: .toggleStatus)))
    }
    let store = Store(initialState: StandardSession.state(rows: rows)) { AppFeature() }
    let value = nanoseconds(per: count) { for action in actions { store.send(action) } }
    var flat = PlainSwitch(rows: rows)
    let plainValue = nanoseconds(per: count) { for id in ids { flat.reduce(.toggle(id)) } }
    return Figure(
      "foreach.\(rows)", value, unit: "ns", yardstick: yardstick, yardstickValue: plainValue,
      budget: "≤ 20 ×, the same for all sizes")
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
      "dependency.read", read - send, unit: "ns", yardstick: "Date()", yardstickValue: date,
      budget: "≤ 10 ×")
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
    return Figure(
      "effect.send", value, unit: "ns", yardstick: "budget", yardstickValue: 1_000,
      budget: "≤ 1 µs")
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
    let task = await nanoseconds(per: count) {
      for _ in 0..<count { await Task { @MainActor in }.value }
    }
    return Figure(
      "effect.run", value, unit: "ns", yardstick: "an empty Task awaited", yardstickValue: task,
      budget: "≤ 5 µs")
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
