/// Parts of a corpus that are alike by the sizes of their logs.
///
/// The logs come in descending order, and each goes to the part that has the fewest bytes so far, of
/// several the first: the rule "longest processing time first" of R. L. Graham (1969), by which the
/// largest part is at most a third larger than it must be.
struct BalancedParts {
  /// What the parts have, as a binary heap: no part has more than those at twice its position.
  private var heap: [(bytes: Int, part: Int)]

  private init(count: Int) {
    heap = (0..<count).map { (0, $0) }
  }

  /// The part, from 0, of each log of some sizes.
  static func of(_ sizes: [Int], count: Int) -> [Int] {
    var parts = BalancedParts(count: count)
    var result = Array(repeating: 0, count: sizes.count)
    for index in sizes.indices.sorted(by: { (sizes[$1], $0) < (sizes[$0], $1) }) {
      result[index] = parts.take(sizes[index])
    }
    return result
  }

  /// Gives a log to the part that has the fewest bytes.
  private mutating func take(_ bytes: Int) -> Int {
    let part = heap[0].part
    heap[0].bytes += bytes
    var position = 0
    while true {
      let first = 2 * position + 1
      let children = min(first, heap.count)..<min(first + 2, heap.count)
      guard let least = children.min(by: { heap[$0] < heap[$1] }),
        heap[least] < heap[position]
      else { return part }
      heap.swapAt(position, least)
      position = least
    }
  }
}
