/// A structure or an enumeration of a schema.
public struct TypeDefinition: Hashable, Sendable {
  /// What the type is made of.
  public enum Kind: Hashable, Sendable {
    /// Stored properties, in the order of the source.
    case structure([RecordField])
    /// Cases, in the order of the source.
    case enumeration([RecordCase])
  }

  /// The type's full name, such as `Counter.CounterFeature.State`.
  public var name: String
  /// What the type is made of.
  public var kind: Kind

  /// Creates a definition.
  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// A case of an enumeration.
public struct RecordCase: Hashable, Sendable {
  /// The name of the case.
  public var name: String
  /// The associated values, in order.
  public var payload: [RecordField]

  /// Creates a case.
  public init(_ name: String, _ payload: [RecordField] = []) {
    self.name = name
    self.payload = payload
  }
}
