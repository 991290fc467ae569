/// Carries a value to other tasks that the compiler does not know to be safe there.
@dynamicMemberLookup
@propertyWrapper
// Unchecked, because whoever wraps a value vouches for it: that is what the type is for.
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The value.
  public var value: Value

  /// Carries a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Carries a value that a property is declared with.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value of the property.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper of the property.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A property of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    value[keyPath: keyPath]
  }

  /// A property of the value that can be changed.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}
