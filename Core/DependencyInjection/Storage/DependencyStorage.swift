/// The overridden dependencies of a scope, and the cache that serves the others.
///
/// A class, so that to hand the current dependencies on costs one retain.
@usableFromInline
final class DependencyStorage: Sendable {
  let overrides: DependencyOverrides
  let cache: DependencyCache

  init(overrides: DependencyOverrides = DependencyOverrides(), cache: DependencyCache) {
    self.overrides = overrides
    self.cache = cache
  }
}

extension DependencyStorage {
  /// Nothing overridden, in a process that is no test.
  private static let ofProcess = DependencyStorage(cache: .process)

  /// What is in force outside of all scopes.
  ///
  /// In a test, the default values are the test's own. Where the test cannot be told (a detached
  /// task, a thread), each call gives new ones, so that no two tests ever share state.
  static var unbound: DependencyStorage {
    guard DependencyContext.ofProcess == .test else { return ofProcess }
    return DependencyStorage(cache: .ofCurrentTest ?? DependencyCache())
  }
}

/// A stored dependency; the key under which it is stored tells its type.
protocol ErasedDependencyBox: AnyObject, Sendable {
  /// The type that is the key.
  var key: Any.Type { get }
}

extension ErasedDependencyBox {
  var id: ObjectIdentifier { ObjectIdentifier(key) }

  /// The dependency, as the value of the key under which it was found.
  ///
  /// Unchecked in optimised builds: boxes are made from a key and a value of its type, and are
  /// looked up by the same key.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    unsafeDowncast(self, to: DependencyBox<Key.Value>.self).value
  }
}

/// A dependency of a known type.
final class DependencyBox<Value: Sendable>: ErasedDependencyBox {
  let value: Value
  let key: Any.Type

  init(_ value: Value, key: Any.Type) {
    self.value = value
    self.key = key
  }
}

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

/// How the default value that is being computed came to be asked for.
struct Resolution: Sendable {
  @TaskLocal static var current = Resolution()

  /// The `@Dependency` that is read; nil for `DependencyValues` that are read directly.
  var site: AccessSite?
  /// The name of the property of `DependencyValues` that is read.
  var property = ""
  /// Whether the value is only read to be replaced or changed.
  var isAssigning = false
}

/// A declaration of a `@Dependency`.
final class AccessSite: Sendable {
  let location: CodeLocation

  init(location: CodeLocation) {
    self.location = location
  }
}
