extension IdentifiedArray {
  /// Reserves space for a number of elements in the table of ids.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    positions.reserveCapacity(minimumCapacity)
  }

  /// Appends an element, unless its id exists. Returns whether it did, and the position of the id.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends the elements whose ids don't exist yet.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    reserveCapacity(count + elements.underestimatedCount)
    for element in elements { append(element) }
  }

  /// Inserts an element, unless its id exists. Returns whether it did, and the position of the id.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element, at position: Int
  ) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let existing = positions[id] { return (false, existing) }
    insertNew(element, id: id, at: position)
    return (true, position)
  }

  /// Replaces the element with the same id, or appends the element. Returns the replaced element.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).originalMember
  }

  /// Replaces the element with the same id, or inserts the element. Returns the replaced element.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at position: Int
  ) -> (originalMember: Element?, index: Int) {
    let id = identify(element)
    guard let existing = positions[id] else {
      insertNew(element, id: id, at: position)
      return (nil, position)
    }
    let original = storage[existing]
    self[stored: existing] = element
    return (original, existing)
  }

  /// Replaces the element at a position with an element of the same id. Returns the replaced
  /// element.
  ///
  /// A different id is a precondition failure.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let original = storage[position]
    checkID(of: element, is: identify(original))
    self[stored: position] = element
    return original
  }

  @inlinable
  mutating func insertNew(_ element: Element, id: ID, at position: Int) {
    precondition(
      (0...count).contains(position), "the position \(position) is outside 0...\(count)")
    if position == count {
      storage.append(element)
    } else {
      storage.insert(element, at: position)
      shiftPositions(from: position, by: 1)
    }
    positions[id] = position
  }
}
