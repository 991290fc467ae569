import IdentifiedArrays

/// The stores of the elements of a collection, each made when it is asked for.
@MainActor
public struct StoreCollection<ID: Hashable & Sendable, State, Action> {
  /// The elements as they were when the collection was asked for.
  let elements: IdentifiedArray<ID, State>
  let rows: RowStores<ID, State, Action>
}

extension StoreCollection: @MainActor RandomAccessCollection {
  /// The position of the first store: 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { elements.count }

  /// The store of the element at a position.
  public subscript(position: Int) -> Store<State, Action> {
    rows.store(id: elements.ids[position], state: elements[position])
  }
}
