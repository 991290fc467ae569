import Issues

/// The overridden dependencies of a scope, and the cache of default values for all others.
///
/// As a class, it can be passed on at the cost of one retain.
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
  private static let ofProcess = DependencyStorage(cache: .process)

  /// The storage outside of all scopes.
  ///
  /// In a test, default values belong to that test. If the test cannot be determined, as in a
  /// detached task, each call returns a new cache. Tests therefore never share state.
  static var unbound: DependencyStorage {
    guard isTesting else { return ofProcess }
    return DependencyStorage(cache: .ofCurrentTest ?? DependencyCache())
  }
}

/// A stored dependency, whose type follows from the key under which it is stored.
protocol ErasedDependencyBox: AnyObject, Sendable {
  var key: Any.Type { get }
}

extension ErasedDependencyBox {
  var id: ObjectIdentifier { ObjectIdentifier(key) }

  /// Returns the dependency as the value of the key under which it was found.
  ///
  /// The cast is unchecked in optimized builds: boxes are created from a key and a value of its
  /// type, and are looked up by the same key.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    unsafeDowncast(self, to: DependencyBox<Key.Value>.self).value
  }
}

final class DependencyBox<Value: Sendable>: ErasedDependencyBox {
  let value: Value
  let key: Any.Type

  init(_ value: Value, key: Any.Type) {
    self.value = value
    self.key = key
  }
}

/// The overrides of a scope, in the order in which they were first set. Comparing the few
/// identifiers of a scope in an array is faster than hashing one.
struct DependencyOverrides: Sendable {
  private var ids: [ObjectIdentifier] = []
  private(set) var boxes: [any ErasedDependencyBox] = []

  var isEmpty: Bool { ids.isEmpty }

  func box(of key: ObjectIdentifier) -> (any ErasedDependencyBox)? {
    guard let index = ids.firstIndex(of: key) else { return nil }
    return boxes[index]
  }

  mutating func set<Key: TestDependencyKey>(_ value: Key.Value, of key: Key.Type) {
    var value = value
    StoredEndpoints.assign(key, to: &value)
    set(DependencyBox(value, key: key))
  }

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

struct Resolution: Sendable {
  @TaskLocal static var current = Resolution()

  /// The `@Dependency` that is read; `nil` for a direct read of `DependencyValues`.
  var site: AccessSite?
  /// The name of the property of `DependencyValues` that is read.
  var property = ""
  /// Whether the value is read only to be replaced or modified.
  var isAssigning = false
  /// Whether the value is for effects whose calls are answered from a log.
  var isAnswered = false

  /// Runs an operation in which reading a value does not count as a use.
  static func assigning<R>(_ operation: () throws -> R) rethrows -> R {
    try $current.withValue(Resolution(isAssigning: true), operation: operation)
  }
}

final class AccessSite: Sendable {
  let location: CodeLocation

  init(location: CodeLocation) {
    self.location = location
  }
}
