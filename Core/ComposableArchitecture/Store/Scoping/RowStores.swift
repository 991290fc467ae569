import IdentifiedArrays

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
