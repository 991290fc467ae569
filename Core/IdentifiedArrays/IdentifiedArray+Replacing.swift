extension IdentifiedArray {
  /// Replaces the elements in a range of positions by others.
  ///
  /// Elements whose ids are there already, outside of the range or earlier among the others, are
  /// left out.
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

  /// Inserts those elements at a position whose ids are not there.
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    replaceSubrange(position..<position, with: elements)
  }
}

// An element at a position is replaced only by one of the same id, so that algorithms which write
// elements one by one must exchange them by `swapAt` or `partition`, as those above do.
extension IdentifiedArray: MutableCollection {}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {}
