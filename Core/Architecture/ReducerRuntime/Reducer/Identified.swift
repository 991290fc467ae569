/// A value paired with an identity.
///
///     var numbers: IdentifiedArrayOf<Identified<String, Int>> = [Identified(1, id: "one")]
///     numbers[id: "one"]?.value += 1
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The identity of the value.
  public let id: ID

  /// The value that the identity belongs to.
  public var value: Value

  /// Creates an identified value with an explicit identity.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Creates an identified value whose identity is computed from the value.
  public init(_ value: Value, id: (Value) -> ID) {
    self.init(value, id: id(value))
  }

  /// Accesses a property of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Decodable where ID: Decodable, Value: Decodable {}
extension Identified: Encodable where ID: Encodable, Value: Encodable {}
