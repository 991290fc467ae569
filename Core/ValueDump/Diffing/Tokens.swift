/// Numbers that are the same where two things belong together.
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

  /// Goes by the ids of identifiable children; nil if some have none, or one is there twice.
  init?(idsOf left: [Shape.Child], _ right: [Shape.Child]) {
    guard let leftIDs = Self.ids(left), let rightIDs = Self.ids(right) else { return nil }
    self.init(leftIDs, rightIDs)
  }

  /// Goes by the values of children where they can be hashed, and by their dumps where not.
  init(valuesOf left: [Shape.Child], _ right: [Shape.Child]) {
    self.init(left.map(Self.hashable), right.map(Self.hashable))
  }

  private static func ids(_ children: [Shape.Child]) -> [AnyHashable]? {
    var ids: Set<AnyHashable> = []
    var result: [AnyHashable] = []
    for child in children {
      guard let value = child.value as? any Identifiable else { return nil }
      let id = id(of: value)
      // An object that is identified by itself has no other that belongs to it.
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
