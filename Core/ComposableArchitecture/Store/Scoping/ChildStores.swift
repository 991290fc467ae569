import IdentifiedArrays

/// The stores that were made of one, so that whoever asks for the same part gets the same store.
@MainActor
final class ChildStores {
  private var parts: [ScopePath: (id: AnyHashable?, store: AnyObject)] = [:]
  private var collections: [ScopePath: AnyObject] = [:]

  /// The store of a part of the state, made if there is none for the identity that it has now.
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

  /// Forgets the store of a part that is gone.
  func forget(_ path: ScopePath) {
    parts[path] = nil
  }

  /// The stores of the elements of a collection.
  func rows<ID, State, Action>(
    _ path: ScopePath, make: () -> RowStores<ID, State, Action>
  ) -> RowStores<ID, State, Action> {
    if let rows = collections[path] as? RowStores<ID, State, Action> { return rows }
    let rows = make()
    collections[path] = rows
    return rows
  }
}

/// A part of a state and the case of its actions.
struct ScopePath: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
}

/// The stores of the elements of a collection that have been asked for.
@MainActor
final class RowStores<ID: Hashable & Sendable, State, Action> {
  private var stores: [ID: Store<State, Action>] = [:]
  private let make: (ID, State) -> Store<State, Action>

  init(make: @escaping (ID, State) -> Store<State, Action>) {
    self.make = make
  }

  /// The store of an element, whose state is this now.
  func store(id: ID, state: State) -> Store<State, Action> {
    if let store = stores[id], !store.core.isGone { return store }
    let store = make(id, state)
    stores[id] = store
    return store
  }

  /// Forgets the stores of elements that are gone, when there may be many.
  func prune(to elements: IdentifiedArray<ID, State>) {
    guard stores.count > 2 * elements.count + 8 else { return }
    stores = stores.filter { elements.ids.contains($0.key) }
  }
}
