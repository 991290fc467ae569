public import Foundation

extension IdentifiedArray {
  /// Removes and returns the element with an id, or returns `nil` if there is none.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes and returns the element with the same id as the given one.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identify(element))
  }

  /// Removes and returns the element at a position.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let element = storage.remove(at: position)
    positions[identify(element)] = nil
    shiftPositions(from: position + 1, by: -1)
    return element
  }

  /// Removes the elements at a set of offsets.
  public mutating func remove(atOffsets offsets: IndexSet) {
    guard let first = offsets.first, let last = offsets.last else { return }
    precondition(last < count, "the offset \(last) is outside 0..<\(count)")
    let kept = (first..<count).filter { !offsets.contains($0) }.map { storage[$0] }
    replaceSuffix(from: first, with: kept)
  }

  /// Removes the elements that satisfy a predicate.
  @inlinable
  public mutating func removeAll(
    where shouldBeRemoved: (Element) throws -> Bool
  ) rethrows {
    var firstRemoved: Int?
    var kept: [Element] = []
    for position in indices {
      let element = storage[position]
      if try shouldBeRemoved(element) {
        firstRemoved = firstRemoved ?? position
      } else if firstRemoved != nil {
        kept.append(element)
      }
    }
    if let firstRemoved { replaceSuffix(from: firstRemoved, with: kept) }
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepCapacity)
    positions.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes and returns the first element.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    precondition(!isEmpty, "cannot remove the first element of an empty array")
    return remove(at: 0)
  }

  /// Removes a number of elements from the beginning.
  @inlinable
  public mutating func removeFirst(_ amount: Int) {
    removeSubrange(0..<amount)
  }

  /// Removes and returns the last element.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    precondition(!isEmpty, "cannot remove the last element of an empty array")
    return remove(at: count - 1)
  }

  /// Removes a number of elements from the end.
  @inlinable
  public mutating func removeLast(_ amount: Int) {
    removeSubrange((count - amount)..<count)
  }

  /// Removes the elements in a range of positions.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    let range = bounds.relative(to: self)
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside 0..<\(count)")
    guard !range.isEmpty else { return }
    replaceSuffix(from: range.lowerBound, with: Array(storage[range.upperBound...]))
  }

  /// Replaces all elements from `position` on with elements that have unique ids.
  @inlinable
  mutating func replaceSuffix(from position: Int, with kept: [Element]) {
    for removed in position..<count { positions[identify(storage[removed])] = nil }
    storage.replaceSuffix(from: position, with: kept)
    recordPositions(in: position..<count)
  }
}
