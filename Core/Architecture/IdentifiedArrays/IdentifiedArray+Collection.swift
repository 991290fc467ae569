extension IdentifiedArray: RandomAccessCollection {
  /// The position of the first element: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The number of elements.
  @inlinable
  public var count: Int { storage.count }

  /// Returns an iterator over the elements in order.
  @inlinable
  public func makeIterator() -> FlattenSequence<[[Element]]>.Iterator {
    storage.makeIterator()
  }

  /// Returns the elements that satisfy a predicate, in the same order.
  @inlinable
  public func filter(
    _ isIncluded: (Element) throws -> Bool
  ) rethrows -> Self {
    var result = Self(identifyingAs: self)
    for element in storage where try isIncluded(element) { result.append(element) }
    return result
  }

  /// The elements in order, as a new array.
  @inlinable
  public var elements: [Element] { Array(storage) }
}
