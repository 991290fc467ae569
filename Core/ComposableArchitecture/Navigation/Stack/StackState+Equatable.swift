import IdentifiedArrays

extension StackState: Equatable where Element: Equatable {
  /// Whether both have equal elements of the same identities in the same order.
  public static func == (one: Self, other: Self) -> Bool {
    one.elements == other.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Feeds the identities and the elements in order to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}
