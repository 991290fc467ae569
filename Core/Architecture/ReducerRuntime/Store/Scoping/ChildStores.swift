import IdentifiedArrays

/// The child stores of a store, cached because repeated scoping returns the same store.
@MainActor
final class ChildStores {
  private var parts: [ScopePath: (id: AnyHashable?, store: AnyObject)] = [:]
  private var collections: [ScopePath: AnyObject] = [:]

  /// Returns the store for a part of the state, creating one if the part's identity has changed.
  func store<State, Action>(
    _ path: ScopePath, id: AnyHashable?, make: () -> Store<State, Action>
  ) -> Store<State, Action> {
    if let known = parts[path], known.id == id, let store = known.store as? Store<State, Action> {
      return store
    }
    let store = make()
    parts[path] = (id, store)
    return store
  }

  func forget(_ path: ScopePath) {
    parts[path] = nil
  }

  func rows<ID, State, Action>(
    _ path: ScopePath, make: () -> RowStores<ID, State, Action>
  ) -> RowStores<ID, State, Action> {
    if let rows = collections[path] as? RowStores<ID, State, Action> { return rows }
    let rows = make()
    collections[path] = rows
    return rows
  }
}

struct ScopePath: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}

@MainActor
final class RowStores<ID: Hashable & Sendable, State, Action> {
  private var stores: [ID: Store<State, Action>] = [:]
  private let make: (ID, State) -> Store<State, Action>

  init(make: @escaping (ID, State) -> Store<State, Action>) {
    self.make = make
  }

  func store(id: ID, state: State) -> Store<State, Action> {
    if let store = stores[id], !store.core.isGone { return store }
    let store = make(id, state)
    stores[id] = store
    return store
  }

  /// Removes the stores of deleted elements, once they may outnumber the existing ones.
  func prune(to elements: IdentifiedArray<ID, State>) {
    guard stores.count > 2 * elements.count + 8 else { return }
    stores = stores.filter { elements.ids.contains($0.key) }
  }
}
