/// A structure or an enumeration in a schema.
@_documentation(visibility: internal)
public struct TypeDefinition: Hashable, Sendable {
  /// The parts of the type.
  public enum Kind: Hashable, Sendable {
    /// Stored properties, in the order of the source.
    case structure([RecordField])
    /// Cases, in the order of the source.
    case enumeration([RecordCase])
  }

  /// The type's full name, such as `Counter.CounterFeature.State`.
  public var name: String
  /// The parts of the type.
  public var kind: Kind

  /// Creates a definition.
  public init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// A case of an enumeration.
@_documentation(visibility: internal)
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

@_documentation(visibility: internal)
extension TypeDefinition: Codable {
  private enum CodingKeys: String, CodingKey {
    case name
    case fields = "struct"
    case cases = "enum"
  }

  /// Reads a structure or an enumeration.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeName(.type, forKey: .name)
    switch (container.contains(.fields), container.contains(.cases)) {
    case (true, false):
      let fields = try container.decode([RecordField].self, forKey: .fields)
      try fields.requireDistinctNames(codingPath: decoder.codingPath)
      kind = .structure(fields)
    case (false, true):
      let cases = try container.decode([RecordCase].self, forKey: .cases)
      try cases.requireDistinctNames(codingPath: decoder.codingPath)
      kind = .enumeration(cases)
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "'\(name)' must have either \"struct\" or \"enum\""))
    }
  }

  /// Writes a structure or an enumeration.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    switch kind {
    case .structure(let fields): try container.encode(fields, forKey: .fields)
    case .enumeration(let cases): try container.encode(cases, forKey: .cases)
    }
  }
}

@_documentation(visibility: internal)
extension RecordCase: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, payload
  }

  /// Reads a case. A missing payload is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeName(.part, forKey: .name)
    payload = try container.decodeIfPresent([RecordField].self, forKey: .payload) ?? []
    try payload.requireDistinctNames(codingPath: decoder.codingPath)
  }

  /// Writes a case. An empty payload is omitted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if !payload.isEmpty { try container.encode(payload, forKey: .payload) }
  }
}

@_documentation(visibility: internal)
extension RecordField: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, type
  }

  /// Reads a field. A field without a name has no label.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = container.contains(.name) ? try container.decodeName(.part, forKey: .name) : nil
    type = try container.decode(TypeReference.self, forKey: .type)
  }

  /// Writes a field. A missing label is omitted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(type, forKey: .type)
  }
}
