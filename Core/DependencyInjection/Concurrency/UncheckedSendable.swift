/// Carries a value to other tasks that the compiler does not know to be safe there.
///
///     let formatter = UncheckedSendable(DateFormatter())
///     Task.detached { print(formatter.value.string(from: Date())) }
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

extension UncheckedSendable: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.value == rhs.value
  }
}

@_documentation(visibility: internal)
extension UncheckedSendable: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

@_documentation(visibility: internal)
extension UncheckedSendable: Decodable where Value: Decodable {
  /// Decodes the value as if it stood alone.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

@_documentation(visibility: internal)
extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes the value as if it stood alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
