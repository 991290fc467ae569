extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal states, or none.
  public static func == (one: Self, other: Self) -> Bool {
    one.sharesStorage(with: other) || one.wrappedValue == other.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  /// Feeds the state to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}
