extension IdentifiedArray {
  /// Accesses the element with an id. Setting `nil` removes the element, and a new element is
  /// appended.
  ///
  /// The element is modified in place. Setting an element with a different id is a precondition
  /// failure.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get {
      guard let position = positions[id] else {
        ElementAccess.note(id)
        return nil
      }
      return storage[position]
    }
    set {
      switch (newValue, positions[id]) {
      case (let element?, let position?):
        checkID(of: element, is: id)
        self[stored: position] = element
      case (let element?, nil):
        checkID(of: element, is: id)
        append(element)
      case (nil, let position?):
        remove(at: position)
      case (nil, nil):
        break
      }
    }
    _modify {
      if let position = positions[id] {
        stamp.note(at: position)
        var element: Element? = contents.lift(at: position)
        defer { settle(&element, liftedFrom: position, id: id) }
        yield &element
      } else {
        var element: Element?
        defer {
          if let element {
            checkID(of: element, is: id)
            append(element)
          }
        }
        yield &element
      }
    }
  }

  @inlinable
  func checkID(of element: Element, is expected: ID) {
    let actual = identify(element)
    precondition(
      actual == expected, "cannot store an element with the id \(actual) as the id \(expected)")
  }

  /// Ends an in-place change by putting the element back, or by removing it if it is `nil`.
  @inlinable
  mutating func settle(_ element: inout Element?, liftedFrom position: Int, id: ID) {
    if let element = element.take() {
      checkID(of: element, is: id)
      // The change was stamped by the caller.
      contents.lower(element, at: position)
    } else {
      storage.closeGap(at: position)
      positions[id] = nil
      shiftPositions(from: position + 1, by: -1)
    }
  }

  /// Returns the position of the element with an id, or `nil` if there is none.
  @inlinable
  public func index(id: ID) -> Int? { positions[id] }

  /// Updates the recorded positions from `start` on, after the elements have moved.
  @inlinable
  mutating func shiftPositions(from start: Int, by offset: Int) {
    let end = storage.count - offset
    guard start < end else { return }
    // Look up few elements by id. For many, walking the whole table is faster than hashing.
    if (end - start) * 4 < end {
      recordPositions(in: (start + offset)..<storage.count)
    } else {
      Self.shift(&positions.values, from: start, by: offset)
    }
  }

  @inlinable
  static func shift(_ positions: inout [ID: Int].Values, from start: Int, by offset: Int) {
    var index = positions.startIndex
    while index != positions.endIndex {
      if positions[index] >= start { positions[index] += offset }
      positions.formIndex(after: &index)
    }
  }

  /// Updates the recorded positions of the elements in a range.
  @inlinable
  mutating func recordPositions(in range: Range<Int>) {
    for position in range { positions[identify(storage[position])] = position }
  }
}
