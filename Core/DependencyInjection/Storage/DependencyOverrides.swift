/// The dependencies that a scope overrides, in the order in which they were first set.
///
/// Two arrays, searched from front to back: there are few at a time, and comparing a dozen pointers
/// takes less than hashing one.
struct DependencyOverrides: Sendable {
  private var ids: [ObjectIdentifier] = []
  private(set) var boxes: [any ErasedDependencyBox] = []

  var isEmpty: Bool { ids.isEmpty }

  /// What is set for a key.
  func box(of key: ObjectIdentifier) -> (any ErasedDependencyBox)? {
    guard let index = ids.firstIndex(of: key) else { return nil }
    return boxes[index]
  }

  mutating func set<Key: TestDependencyKey>(_ value: Key.Value, of key: Key.Type) {
    set(DependencyBox(value, key: key))
  }

  /// These overrides, with those of `other` in their place where both set a key.
  func merging(_ other: DependencyOverrides) -> DependencyOverrides {
    var merged = self
    for box in other.boxes { merged.set(box) }
    return merged
  }

  private mutating func set(_ box: any ErasedDependencyBox) {
    if let index = ids.firstIndex(of: box.id) {
      boxes[index] = box
    } else {
      ids.append(box.id)
      boxes.append(box)
    }
  }
}
