extension IdentifiedArray: MutableCollection {
  /// Accesses the element at a position, which can be replaced or modified in place.
  ///
  /// If the id of a new element exists at a different position, the replaced element moves there.
  /// Algorithms can therefore rearrange elements by assigning them one by one. Changing an id in
  /// place to an existing one is a precondition failure.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      storage[position]
    }
    set {
      let replaced = identify(storage[position])
      if let other = positions[identify(newValue)] { swapAt(other, position) }
      self[stored: position] = newValue
      recordID(at: position, replacing: replaced)
    }
    _modify {
      let replaced = identify(storage[position])
      defer { recordID(at: position, replacing: replaced) }
      yield &self[stored: position]
    }
  }

  /// Updates the recorded positions after the element at a position has changed or was replaced.
  @inlinable
  mutating func recordID(at position: Int, replacing replaced: ID) {
    let id = identify(storage[position])
    guard id != replaced else { return }
    if let other = positions[id] {
      precondition(
        other == position,
        """
        cannot change the id \(replaced) at position \(position) to \(id): the element at position \
        \(other) has that id
        """)
    } else {
      positions[replaced] = nil
      positions[id] = position
    }
    // The change affects the table of ids, and not only the element.
    stamp.note()
  }
}
