extension Store: @MainActor Equatable {
  /// Whether both are the same store.
  public static func == (one: Store, other: Store) -> Bool { one === other }
}

extension Store: @MainActor Hashable {
  /// Feeds the identity of the store to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Store: Identifiable {}
