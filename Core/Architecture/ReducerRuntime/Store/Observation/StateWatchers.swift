import IdentifiedArrays

/// The observers of changes to an engine's state. While there are none, a change costs nothing.
@MainActor
final class StateWatchers {
  private var watchers: [Watcher] = []
  private(set) var isActive = false

  private struct Watcher {
    let notify: () -> Bool
    let end: () -> Void
  }

  isolated deinit {
    for watcher in watchers { watcher.end() }
  }

  /// Adds a watcher, which is notified of each change until it returns `false`.
  func add(_ notify: @escaping () -> Bool, end: @escaping () -> Void = {}) {
    watchers.append(Watcher(notify: notify, end: end))
    isActive = true
  }

  func notify() {
    let current = watchers
    // Watchers that are added during the loop have already seen the new state.
    watchers = []
    var remaining: [Watcher] = []
    // A loop instead of `filter`, because main-actor closures that are passed to the standard
    // library check their executor on each call.
    for watcher in current where watcher.notify() { remaining.append(watcher) }
    watchers = remaining + watchers
    isActive = !watchers.isEmpty
  }
}

package struct ObservedField<State> {
  struct Key: Hashable {
    enum Aspect { case value, presence, ids, state }

    let aspect: Aspect
    let path: AnyKeyPath
  }

  let key: Key
  /// Returns a function that compares the field in a later state to its value in the given state.
  let comparison: (State) -> (State) -> Bool

  /// The whole state, which any action may have changed.
  static var state: Self {
    Self(key: Key(aspect: .state, path: \State.self)) { _ in { _ in true } }
  }

  package static func value<Value>(_ path: KeyPath<State, Value>) -> Self {
    Self(key: Key(aspect: .value, path: path)) { old in
      guard let isEqual = equality(of: Value.self) else { return { _ in true } }
      let value = old[keyPath: path]
      return { !isEqual(value, $0[keyPath: path]) }
    }
  }

  static func presence<Value>(_ path: KeyPath<State, Value?>) -> Self {
    Self(key: Key(aspect: .presence, path: path)) { old in
      let identifier = identifying(Value.self)
      func presence(in state: State) -> (Bool, AnyHashable?) {
        let value = state[keyPath: path]
        return (value != nil, value.flatMap { identifier?($0) })
      }
      let before = presence(in: old)
      return { presence(in: $0) != before }
    }
  }

  static func ids<ID, Element>(_ path: KeyPath<State, IdentifiedArray<ID, Element>>) -> Self {
    Self(key: Key(aspect: .ids, path: path)) { old in
      let ids = old[keyPath: path].ids
      return { $0[keyPath: path].ids != ids }
    }
  }
}

package func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard let type = type as? any Equatable.Type else { return nil }
  // Returns `Any`, because the caller can't name the function's type with its generic parameter.
  func function<Equal: Equatable>(_ type: Equal.Type) -> Any {
    { (one: Equal, other: Equal) -> Bool in one == other }
  }
  return function(type) as? (Value, Value) -> Bool
}

/// The fields of a state that were read since they last changed, oldest first.
struct ObservedFields<State> {
  private var comparisons: [(key: ObservedField<State>.Key, hasChanged: (State) -> Bool)] = []
  private var keys: Set<ObservedField<State>.Key> = []

  var isEmpty: Bool { comparisons.isEmpty }

  mutating func add(_ field: ObservedField<State>, in state: @autoclosure () -> State) {
    guard keys.insert(field.key).inserted else { return }
    comparisons.append((field.key, field.comparison(state())))
  }

  mutating func takeChanged(in state: State) -> [ObservedField<State>.Key] {
    var changed: [ObservedField<State>.Key] = []
    comparisons.removeAll { comparison in
      guard comparison.hasChanged(state) else { return false }
      changed.append(comparison.key)
      keys.remove(comparison.key)
      return true
    }
    return changed
  }
}
