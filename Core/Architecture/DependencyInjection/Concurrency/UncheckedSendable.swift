/// A wrapper that makes a value sendable without checks by the compiler.
///
///     let formatter = UncheckedSendable(DateFormatter())
///     Task.detached { print(formatter.value.string(from: Date())) }
@dynamicMemberLookup
@propertyWrapper
// `@unchecked Sendable`, because the caller guarantees that sending the value is safe.
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The wrapped value.
  public var value: Value

  /// Creates a wrapper of a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Creates a wrapper of a property's initial value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value of the property.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// Returns a property of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    value[keyPath: keyPath]
  }

  /// Accesses a mutable property of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
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
  /// Creates a wrapper by decoding the value, without a container of its own.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

@_documentation(visibility: internal)
extension UncheckedSendable: Encodable where Value: Encodable {
  /// Encodes the value, without a container of its own.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
