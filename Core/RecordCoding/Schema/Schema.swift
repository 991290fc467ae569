/// A table of types, to which type references refer.
///
/// A reference `.named(n)` means `types[n]`; types may refer to themselves and to each other.
@_documentation(visibility: internal)
public struct Schema: Hashable, Sendable {
  /// The named types.
  public var types: [TypeDefinition]

  /// Creates a schema.
  public init(types: [TypeDefinition] = []) {
    self.types = types
  }

  /// The definition that a named reference refers to, or `nil` for other references.
  package func definition(of type: TypeReference) -> TypeDefinition? {
    guard case .named(let index) = type, types.indices.contains(index) else { return nil }
    return types[index]
  }
}

/// The schema as JSON, as the header of a log holds it.
///
/// `{"types":[{"name":"App.State","struct":[{"name":"count","type":"Int64"}]}]}`. Nothing that is
/// read is trusted: names, references and nesting are checked.
@_documentation(visibility: internal)
extension Schema: Codable {
  private enum CodingKeys: String, CodingKey {
    case types
  }

  /// Reads a table of types, in which each reference must lead to a type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    types = try container.decode([TypeDefinition].self, forKey: .types)
    for definition in types {
      for type in definition.references {
        if let index = type.firstIndex(outside: types.indices) {
          throw DecodingError.dataCorruptedError(
            forKey: .types, in: container,
            debugDescription: """
              '\(definition.name)' refers to type \(index), but the schema has \
              \(types.count) types
              """)
        }
      }
    }
  }

  /// Writes the table of types.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(types, forKey: .types)
  }

  /// Whether all types that a reference names are in the table.
  package func holds(_ type: TypeReference) -> Bool {
    type.firstIndex(outside: types.indices) == nil
  }
}

extension TypeDefinition {
  /// The types of all fields and associated values.
  fileprivate var references: [TypeReference] {
    switch kind {
    case .structure(let fields): fields.map(\.type)
    case .enumeration(let cases): cases.flatMap { $0.payload.map(\.type) }
    }
  }
}

extension TypeReference {
  /// The first index in the table of types that the reference names and that is out of bounds.
  fileprivate func firstIndex(outside indices: Range<Int>) -> Int? {
    if case .named(let index) = self { return indices.contains(index) ? nil : index }
    return parts.lazy.compactMap { $0.firstIndex(outside: indices) }.first
  }
}
