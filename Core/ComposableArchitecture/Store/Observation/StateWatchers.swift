import IdentifiedArrays

/// Those that want to know when the state of an engine changes.
///
/// Nobody is told, and nothing is done for it, as long as nobody wants to know.
@MainActor
final class StateWatchers {
  private var watchers: [Watcher] = []
  private(set) var isActive = false

  /// One that wants to know.
  private struct Watcher {
    /// Tells it; returns whether it wants to know of the next change too.
    let tell: () -> Bool
    /// Tells it that the engine has gone.
    let end: () -> Void
  }

  isolated deinit {
    for watcher in watchers { watcher.end() }
  }

  /// Adds one that is told as long as it returns that it wants to be.
  func add(_ tell: @escaping () -> Bool, end: @escaping () -> Void = {}) {
    watchers.append(Watcher(tell: tell, end: end))
    isActive = true
  }

  /// Tells all, in the order in which they were added.
  func tell() {
    let told = watchers
    // Who is added meanwhile has seen the new state.
    watchers = []
    var remaining: [Watcher] = []
    // A function of the main actor that is given to the standard library first asks where it runs.
    for watcher in told where watcher.tell() { remaining.append(watcher) }
    watchers = remaining + watchers
    isActive = !watchers.isEmpty
  }
}

/// What someone has read of a state.
struct ObservedField<State> {
  /// What tells one field from others.
  struct Key: Hashable {
    enum Aspect { case value, presence, ids, state }

    let aspect: Aspect
    let path: AnyKeyPath
  }

  let key: Key
  /// Makes a function that tells whether the field of a state is another than that of this one.
  let comparison: (State) -> (State) -> Bool

  /// The whole state: whatever is done may have changed it.
  static var state: Self {
    Self(key: Key(aspect: .state, path: \State.self)) { _ in { _ in true } }
  }

  /// The value of a part.
  static func value<Value>(_ path: KeyPath<State, Value>) -> Self {
    Self(key: Key(aspect: .value, path: path)) { old in
      guard let isEqual = equality(of: Value.self) else { return { _ in true } }
      let value = old[keyPath: path]
      return { !isEqual(value, $0[keyPath: path]) }
    }
  }

  /// Whether an optional part is there, and under which identity.
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

  /// The identities of the elements of a collection, in order.
  static func ids<ID, Element>(_ path: KeyPath<State, IdentifiedArray<ID, Element>>) -> Self {
    Self(key: Key(aspect: .ids, path: path)) { old in
      let ids = old[keyPath: path].ids
      return { $0[keyPath: path].ids != ids }
    }
  }
}

/// The equality of a type that has one.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard let type = type as? any Equatable.Type else { return nil }
  // As `Any`, because a function's type cannot be told without that of its arguments.
  func function<Equal: Equatable>(_ type: Equal.Type) -> Any {
    { (one: Equal, other: Equal) -> Bool in one == other }
  }
  return function(type) as? (Value, Value) -> Bool
}

/// What has been read of a state since it last changed there, the oldest first.
struct ObservedFields<State> {
  private var comparisons: [(key: ObservedField<State>.Key, hasChanged: (State) -> Bool)] = []
  private var keys: Set<ObservedField<State>.Key> = []

  var isEmpty: Bool { comparisons.isEmpty }

  /// Remembers a field as it is in a state, unless it is remembered.
  mutating func add(_ field: ObservedField<State>, in state: @autoclosure () -> State) {
    guard keys.insert(field.key).inserted else { return }
    comparisons.append((field.key, field.comparison(state())))
  }

  /// Takes the fields that are others in a new state.
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
