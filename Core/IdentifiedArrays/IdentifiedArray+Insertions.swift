extension IdentifiedArray {
  /// Makes room for a number of elements in the table of ids.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    positions.reserveCapacity(minimumCapacity)
  }

  /// Appends an element unless its id is there, and says whether it did and where the id stands.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Appends those elements whose ids are not there.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    reserveCapacity(count + elements.underestimatedCount)
    for element in elements { append(element) }
  }

  /// Inserts an element unless its id is there, and says whether it did and where the id stands.
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

  /// Replaces the element of the same id in its place, or appends, and returns the one replaced.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: count).originalMember
  }

  /// Replaces the element of the same id in its place, or inserts, and returns the one replaced.
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

  /// Replaces the element at a position by one of the same id, and returns the one replaced.
  ///
  /// Another id than before is a precondition failure.
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
