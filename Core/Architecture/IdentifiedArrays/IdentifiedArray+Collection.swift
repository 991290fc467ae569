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

  /// Accesses the element at a position, which can be modified in place.
  ///
  /// The id must not change; changing it is a precondition failure.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      storage[position]
    }
    _modify {
      let before = identify(storage[position])
      defer { checkID(of: storage[position], is: before) }
      yield &self[stored: position]
    }
  }

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

  @inlinable
  func checkID(of element: Element, is expected: ID) {
    let actual = identify(element)
    precondition(
      actual == expected, "cannot store an element with the id \(actual) as the id \(expected)")
  }
}
