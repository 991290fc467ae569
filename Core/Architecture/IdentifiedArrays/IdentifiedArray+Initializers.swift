extension IdentifiedArray {
  /// Creates an empty array whose elements are identified by the property at a key path.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id, identify: { $0[keyPath: id] })
  }

  /// Creates an array of elements with unique ids.
  ///
  /// A duplicate id is a precondition failure.
  @inlinable
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id)
    appendUnique(elements)
  }

  /// Creates an array of elements with unique ids, without checking them.
  @inlinable
  public init(
    uncheckedUniqueElements elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id)
    appendUnchecked(elements)
  }

  /// Creates an array, combining elements with the same id.
  ///
  /// `combine` receives the current and the new element, and returns the one to keep for their id.
  @inlinable
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    try appendCombining(elements, uniquingIDsWith: combine)
  }

  @inlinable
  mutating func appendUnique(_ elements: some Sequence<Element>) {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (inserted, index) = append(element)
      precondition(inserted, "duplicate id \(identify(self[index]))")
    }
  }

  @inlinable
  mutating func appendUnchecked(_ elements: some Sequence<Element>) {
    storage = ChunkedArray(elements)
    positions.reserveCapacity(count)
    recordPositions(in: 0..<count)
  }

  @inlinable
  mutating func appendCombining(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted { update(try combine(self[index], element), at: index) }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  @inlinable
  public init() {
    self.init(id: \.id, identify: { $0.id })
  }

  /// Creates an array of elements with unique ids.
  ///
  /// A duplicate id is a precondition failure.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    if let elements = elements as? Self {
      self = elements
    } else {
      self.init()
      appendUnique(elements)
    }
  }

  /// Creates an array of elements with unique ids, without checking them.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init()
    appendUnchecked(elements)
  }

  /// Creates an array, combining elements with the same id.
  ///
  /// `combine` receives the current and the new element, and returns the one to keep for their id.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try appendCombining(elements, uniquingIDsWith: combine)
  }
}
