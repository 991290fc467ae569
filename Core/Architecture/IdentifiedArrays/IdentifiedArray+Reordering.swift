public import Foundation

extension IdentifiedArray {
  /// Moves the elements at a set of offsets, in order, to before the element at an offset.
  ///
  /// All offsets refer to the array before the move, as in a list whose rows the user drags.
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    guard let first = source.first, let last = source.last else { return }
    precondition(last < count, "the offset \(last) is outside 0..<\(count)")
    precondition(
      (0...count).contains(destination), "the offset \(destination) is outside 0...\(count)")
    let range = Swift.min(first, destination)..<Swift.max(last + 1, destination)
    let order = source.order(in: range, movedTo: destination)
    for (position, element) in zip(range, order.map { storage[$0] }) {
      storage[position] = element
    }
    recordPositions(in: range)
  }

  /// Exchanges the elements at two positions.
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    guard first != second else { return }
    storage.swapAt(first, second)
    positions[identify(storage[first])] = first
    positions[identify(storage[second])] = second
  }

  /// Sorts the elements with a predicate. The sort is stable.
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    replaceOrder(with: try storage.sorted(by: areInIncreasingOrder))
  }

  /// Reverses the order of the elements.
  @inlinable
  public mutating func reverse() {
    storage.reverse()
    recordPositions(in: 0..<count)
  }

  /// Shuffles the elements.
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements with a random number generator.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    recordPositions(in: 0..<count)
  }

  /// Moves the elements that satisfy a predicate after all others, and returns where they start.
  ///
  /// The order within both parts is not preserved.
  @inlinable
  public mutating func partition(
    by belongsInSecondPartition: (Element) throws -> Bool
  ) rethrows -> Int {
    defer { recordPositions(in: 0..<count) }
    return try storage.partition(by: belongsInSecondPartition)
  }

  @inlinable
  mutating func replaceOrder(with elements: [Element]) {
    storage = ChunkedArray(elements)
    recordPositions(in: 0..<count)
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in ascending order.
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }
}
