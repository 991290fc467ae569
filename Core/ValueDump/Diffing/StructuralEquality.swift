/// Compares values by `==` where their type has it, and by what they hold where it has not.
struct StructuralEquality {
  /// Two objects, one of each side.
  private struct Pair: Hashable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
  }

  private let names: TypeNames
  /// Pairs that are being compared: a cycle leads back to them, and adds nothing.
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
    let left = Shape(lhs, names: names)
    let right = Shape(rhs, names: names)
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
