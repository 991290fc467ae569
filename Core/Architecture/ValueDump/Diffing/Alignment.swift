/// A sequence of steps that turns the children of one value into the children of a second value.
struct Alignment {
  enum Step {
    case unchanged(left: Int, right: Int)
    case changed(left: Int, right: Int)
    case removed(Int)
    case added(Int)
  }

  private let names: TypeNames
  private(set) var steps: [Step] = []

  var isUnchanged: Bool { steps.allSatisfy(\.isUnchanged) }

  /// Aligns children by their identities: names, keys, or ids and positions.
  init(_ left: Shape, _ right: Shape, names: TypeNames) {
    self.names = names
    switch left.kind {
    case .dictionary, .set:
      if left.isSorted, right.isSorted {
        mergeSorted(left.children, right.children)
        // Unchanged children are counted after all others.
        steps = steps.filter { !$0.isUnchanged } + steps.filter(\.isUnchanged)
        return
      }
      let tokens = Tokens(left.children.map(\.sortKey), right.children.map(\.sortKey))
      append(tokens, left.children, right.children, pairsGaps: false)
    case .structure:
      let tokens = Tokens(
        left.children.map { $0.label.name ?? "" }, right.children.map { $0.label.name ?? "" })
      append(tokens, left.children, right.children, pairsGaps: false)
    default:
      alignElements(left.children, right.children)
    }
  }

  private mutating func pair(
    _ left: [Shape.Child], _ right: [Shape.Child], at leftIndex: Int, _ rightIndex: Int
  ) {
    let isEqual = StructuralEquality.areEqual(
      left[leftIndex].value, right[rightIndex].value, names: names)
    steps.append(
      isEqual
        ? .unchanged(left: leftIndex, right: rightIndex)
        : .changed(left: leftIndex, right: rightIndex))
  }

  private mutating func mergeSorted(_ left: [Shape.Child], _ right: [Shape.Child]) {
    var (l, r) = (0, 0)
    while l < left.count || r < right.count {
      let leftKey = l < left.count ? left[l].sortKey : nil
      let rightKey = r < right.count ? right[r].sortKey : nil
      switch (leftKey, rightKey) {
      case (let leftKey?, let rightKey?) where leftKey == rightKey:
        pair(left, right, at: l, r)
        (l, r) = (l + 1, r + 1)
      case (let leftKey?, let rightKey?) where leftKey < rightKey:
        steps.append(.removed(l))
        l += 1
      case (_, nil):
        steps.append(.removed(l))
        l += 1
      default:
        steps.append(.added(r))
        r += 1
      }
    }
  }

  /// Matches equal elements at both ends, and aligns the elements in between.
  private mutating func alignElements(
    _ left: [Shape.Child], _ right: [Shape.Child]
  ) {
    let shorter = min(left.count, right.count)
    var prefix = 0
    while prefix < shorter,
      StructuralEquality.areEqual(left[prefix].value, right[prefix].value, names: names)
    {
      prefix += 1
    }
    var suffix = 0
    while suffix < shorter - prefix,
      StructuralEquality.areEqual(
        left[left.count - 1 - suffix].value, right[right.count - 1 - suffix].value,
        names: names)
    {
      suffix += 1
    }
    steps += (0..<prefix).map { .unchanged(left: $0, right: $0) }
    let leftMiddle = Array(left[prefix..<(left.count - suffix)])
    let rightMiddle = Array(right[prefix..<(right.count - suffix)])
    let start = steps.count
    if let ids = Tokens(idsOf: leftMiddle, rightMiddle) {
      append(ids, leftMiddle, rightMiddle, pairsGaps: false)
    } else {
      append(Tokens(valuesOf: leftMiddle, rightMiddle), leftMiddle, rightMiddle, pairsGaps: true)
    }
    for index in start..<steps.count { steps[index].shift(by: prefix) }
    steps += (0..<suffix).reversed().map {
      .unchanged(left: left.count - 1 - $0, right: right.count - 1 - $0)
    }
  }

  /// Appends steps for children, which are paired if their tokens match.
  ///
  /// If `pairsGaps` is set, as many children as possible between two matches are paired as changed.
  private mutating func append(
    _ tokens: Tokens, _ left: [Shape.Child], _ right: [Shape.Child], pairsGaps: Bool
  ) {
    var (l, r) = (0, 0)
    for match in Matching(tokens.left, tokens.right).pairs + [(left.count, right.count)] {
      while pairsGaps, l < match.left, r < match.right {
        pair(left, right, at: l, r)
        (l, r) = (l + 1, r + 1)
      }
      steps += (l..<match.left).map { .removed($0) } + (r..<match.right).map { .added($0) }
      if match.left < left.count { pair(left, right, at: match.left, match.right) }
      (l, r) = (match.left + 1, match.right + 1)
    }
  }
}

extension Alignment.Step {
  var isUnchanged: Bool {
    if case .unchanged = self { true } else { false }
  }

  fileprivate mutating func shift(by offset: Int) {
    self =
      switch self {
      case .unchanged(let left, let right):
        .unchanged(left: left + offset, right: right + offset)
      case .changed(let left, let right): .changed(left: left + offset, right: right + offset)
      case .removed(let index): .removed(index + offset)
      case .added(let index): .added(index + offset)
      }
  }
}
