extension Shape {
  /// The entries of a dictionary in the order of their keys.
  static func entries(_ mirror: Mirror) -> [Child] {
    sorted(
      mirror.children.map { entry in
        let parts = Mirror(reflecting: entry.value).children.map(\.value)
        guard parts.count == 2 else { return element(entry.value) }
        return Child(label: .key(parts[0]), value: parts[1], sortKey: SortKey(parts[0]))
      })
  }

  /// The elements of a set in order.
  static func elements(_ mirror: Mirror) -> [Child] {
    sorted(mirror.children.map { element($0.value) })
  }

  private static func element(_ value: Any) -> Child {
    Child(label: .none, value: value, sortKey: SortKey(value))
  }

  private static func sorted(_ children: [Child]) -> [Child] {
    children.sorted { lhs, rhs in
      guard let left = lhs.sortKey, let right = rhs.sortKey else { return false }
      if left != right { return left < right }
      // Keys that dump the same, such as objects, are told apart by their values.
      return String(customDumping: lhs.value) < String(customDumping: rhs.value)
    }
  }
}
