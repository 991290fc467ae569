/// A table of types that type references refer to.
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

  /// Returns the definition that a named reference refers to, or `nil` for other references.
  package func definition(of type: TypeReference) -> TypeDefinition? {
    guard case .named(let index) = type, types.indices.contains(index) else { return nil }
    return types[index]
  }
}

/// The JSON form of a schema, as stored in the header of a log.
///
/// `{"types":[{"name":"App.State","struct":[{"name":"count","type":"Int64"}]}]}`. The input is not
/// trusted: names, references and nesting are checked.
@_documentation(visibility: internal)
extension Schema: Codable {
  private enum CodingKeys: String, CodingKey {
    case types
  }

  /// Reads a table of types, in which every reference must refer to a type.
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

  /// Returns the schema up to the last type that some types refer to, directly or through others.
  package func prefix(containing references: [TypeReference]) -> Schema {
    var pending = references
    var used: Set<Int> = []
    while let type = pending.popLast() {
      pending += type.parts
      guard case .named(let index) = type, let definition = definition(of: type),
        used.insert(index).inserted
      else { continue }
      pending += definition.references
    }
    return Schema(types: Array(types.prefix((used.max() ?? -1) + 1)))
  }

  package func holds(_ type: TypeReference) -> Bool {
    type.firstIndex(outside: types.indices) == nil
  }
}

extension TypeDefinition {
  fileprivate var references: [TypeReference] {
    switch kind {
    case .structure(let fields): fields.map(\.type)
    case .enumeration(let cases): cases.flatMap { $0.payload.map(\.type) }
    }
  }
}

extension TypeReference {
  fileprivate func firstIndex(outside indices: Range<Int>) -> Int? {
    if case .named(let index) = self { return indices.contains(index) ? nil : index }
    return parts.lazy.compactMap { $0.firstIndex(outside: indices) }.first
  }
}
