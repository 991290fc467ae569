extension IdentifiedArray {
  /// Replaces the elements in a range of positions.
  ///
  /// Skips new elements whose ids exist outside of the range or earlier in the new elements.
  @inlinable
  public mutating func replaceSubrange(
    _ bounds: some RangeExpression<Int>, with newElements: some Sequence<Element>
  ) {
    let range = bounds.relative(to: self)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside 0..<\(count)")
    var seen: Set<ID> = []
    let added = newElements.filter { element in
      let id = identify(element)
      if let position = positions[id], !range.contains(position) { return false }
      return seen.insert(id).inserted
    }
    replaceSuffix(from: range.lowerBound, with: added + storage[range.upperBound...])
  }

  /// Inserts the elements whose ids don't exist yet at a position.
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    replaceSubrange(position..<position, with: elements)
  }
}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {}
