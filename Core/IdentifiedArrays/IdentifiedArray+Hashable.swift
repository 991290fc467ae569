extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements in order to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in storage { hasher.combine(element) }
  }
}
