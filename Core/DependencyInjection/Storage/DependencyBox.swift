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
