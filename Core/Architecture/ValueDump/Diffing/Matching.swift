/// The matching elements of two sequences of tokens, in order.
///
/// Computes a patience diff (Bram Cohen). It first matches equal tokens at both ends. Tokens that
/// occur once on each side become anchors, and the gaps between anchors are matched recursively. A
/// small gap without anchors is matched by its longest common subsequence. A large one remains
/// unmatched, which bounds the work at O(*n* log *n*), except for repeated tokens.
struct Matching {
  private static let tableLimit = 250_000

  private let left: [Int]
  private let right: [Int]
  private(set) var pairs: [(left: Int, right: Int)] = []

  init(_ left: [Int], _ right: [Int]) {
    self.left = left
    self.right = right
    match(left.indices, right.indices)
  }

  private mutating func match(_ leftRange: Range<Int>, _ rightRange: Range<Int>) {
    var (leftRange, rightRange) = (leftRange, rightRange)
    while let l = leftRange.first, let r = rightRange.first, left[l] == right[r] {
      pairs.append((l, r))
      (leftRange, rightRange) = (leftRange.dropFirst(), rightRange.dropFirst())
    }
    var suffix: [(left: Int, right: Int)] = []
    while let l = leftRange.last, let r = rightRange.last, left[l] == right[r] {
      suffix.append((l, r))
      (leftRange, rightRange) = (leftRange.dropLast(), rightRange.dropLast())
    }
    if !leftRange.isEmpty, !rightRange.isEmpty { matchMiddle(leftRange, rightRange) }
    pairs += suffix.reversed()
  }

  private mutating func matchMiddle(_ leftRange: Range<Int>, _ rightRange: Range<Int>) {
    let anchors = Self.increasing(uniquePairs(leftRange, rightRange))
    guard !anchors.isEmpty else {
      if leftRange.count * rightRange.count <= Self.tableLimit {
        matchByTable(leftRange, rightRange)
      }
      return
    }
    var (leftStart, rightStart) = (leftRange.lowerBound, rightRange.lowerBound)
    for anchor in anchors {
      match(leftStart..<anchor.left, rightStart..<anchor.right)
      pairs.append(anchor)
      (leftStart, rightStart) = (anchor.left + 1, anchor.right + 1)
    }
    match(leftStart..<leftRange.upperBound, rightStart..<rightRange.upperBound)
  }

  /// Returns the tokens that occur once on each side, in left order.
  private func uniquePairs(
    _ leftRange: Range<Int>, _ rightRange: Range<Int>
  ) -> [(left: Int, right: Int)] {
    var seen: [Int: (left: Int, right: Int, leftCount: Int, rightCount: Int)] = [:]
    for index in leftRange {
      seen[left[index], default: (0, 0, 0, 0)].left = index
      seen[left[index], default: (0, 0, 0, 0)].leftCount += 1
    }
    for index in rightRange {
      seen[right[index], default: (0, 0, 0, 0)].right = index
      seen[right[index], default: (0, 0, 0, 0)].rightCount += 1
    }
    return leftRange.compactMap { index in
      guard let found = seen[left[index]], found.leftCount == 1, found.rightCount == 1 else {
        return nil
      }
      return (found.left, found.right)
    }
  }

  /// Returns the longest subsequence, of pairs in left order, that is also in right order.
  private static func increasing(
    _ pairs: [(left: Int, right: Int)]
  ) -> [(left: Int, right: Int)] {
    // `tails[n]` is the end of the best increasing subsequence of length n + 1 so far.
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].right < pairs[index].right {
          low = middle + 1
        } else {
          high = middle
        }
      }
      previous[index] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: [(left: Int, right: Int)] = []
    var next = tails.last
    while let index = next {
      result.append(pairs[index])
      next = previous[index]
    }
    return result.reversed()
  }

  /// Matches a longest common subsequence, using a table of its lengths for all suffixes.
  private mutating func matchByTable(_ leftRange: Range<Int>, _ rightRange: Range<Int>) {
    let width = rightRange.count + 1
    var table = [Int](repeating: 0, count: (leftRange.count + 1) * width)
    for l in (0..<leftRange.count).reversed() {
      for r in (0..<rightRange.count).reversed() {
        table[l * width + r] =
          left[leftRange.lowerBound + l] == right[rightRange.lowerBound + r]
          ? table[(l + 1) * width + r + 1] + 1
          : max(table[(l + 1) * width + r], table[l * width + r + 1])
      }
    }
    var (l, r) = (0, 0)
    while l < leftRange.count, r < rightRange.count {
      if left[leftRange.lowerBound + l] == right[rightRange.lowerBound + r] {
        pairs.append((leftRange.lowerBound + l, rightRange.lowerBound + r))
        (l, r) = (l + 1, r + 1)
      } else if table[(l + 1) * width + r] >= table[l * width + r + 1] {
        l += 1
      } else {
        r += 1
      }
    }
  }
}

/// A comparison of values with `==` if their type is equatable, and otherwise by their contents.
struct StructuralEquality {
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }

  private let names: TypeNames
  /// The pairs already compared. A cycle that leads back to one adds no difference.
  private var visited: Set<Pair> = []

  private init(names: TypeNames) {
    self.names = names
  }

  static func areEqual(_ lhs: Any, _ rhs: Any, names: TypeNames) -> Bool {
    var equality = Self(names: names)
    return equality.areEqual(lhs, rhs)
  }

  private mutating func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    if let lhs = lhs as? any Equatable { return Self.isEqual(lhs, to: rhs) }
    guard type(of: lhs) == type(of: rhs) else { return false }
    let left = Shape(lhs, isDescribed: false, names: names)
    let right = Shape(rhs, isDescribed: false, names: names)
    if let leftObject = left.object, let rightObject = right.object {
      guard leftObject !== rightObject else { return true }
      let pair = Pair(left: ObjectIdentifier(leftObject), right: ObjectIdentifier(rightObject))
      guard visited.insert(pair).inserted else { return true }
    }
    guard
      left.kind == right.kind, left.opening == right.opening,
      left.children.count == right.children.count
    else { return false }
    return zip(left.children, right.children).allSatisfy { left, right in
      left.sortKey == right.sortKey && left.label.name == right.label.name
        && areEqual(left.value, right.value)
    }
  }

  private static func isEqual<T: Equatable>(_ lhs: T, to rhs: Any) -> Bool {
    (rhs as? T).map { $0 == lhs } ?? false
  }
}

/// The numbers of elements on both sides, where equal elements have equal numbers.
struct Tokens {
  let left: [Int]
  let right: [Int]

  init<Key: Hashable>(_ left: [Key], _ right: [Key]) {
    var numbers: [Key: Int] = [:]
    func number(_ key: Key) -> Int {
      if let number = numbers[key] { return number }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    self.left = left.map(number)
    self.right = right.map(number)
  }

  /// Numbers children by id. Returns `nil` if one isn't identifiable, or an id occurs twice.
  init?(idsOf left: [Shape.Child], _ right: [Shape.Child]) {
    guard let leftIDs = Self.ids(left), let rightIDs = Self.ids(right) else { return nil }
    self.init(leftIDs, rightIDs)
  }

  /// Numbers children by value if hashable, and otherwise by their dumps.
  init(valuesOf left: [Shape.Child], _ right: [Shape.Child]) {
    self.init(left.map(Self.hashable), right.map(Self.hashable))
  }

  private static func ids(_ children: [Shape.Child]) -> [AnyHashable]? {
    var ids: Set<AnyHashable> = []
    var result: [AnyHashable] = []
    for child in children {
      guard let value = child.value as? any Identifiable else { return nil }
      let id = id(of: value)
      // An object identified by its address has no counterpart in the other value.
      guard !(id.base is ObjectIdentifier), ids.insert(id).inserted else { return nil }
      result.append(id)
    }
    return result
  }

  private static func id(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

  private static func hashable(_ child: Shape.Child) -> AnyHashable {
    (child.value as? any Hashable).map { AnyHashable($0) }
      ?? AnyHashable(String(customDumping: child.value))
  }
}
