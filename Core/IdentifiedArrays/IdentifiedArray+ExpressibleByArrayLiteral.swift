extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Creates an array from a literal, whose elements must have unique ids.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init()
    appendUnique(elements)
  }
}
