/// A table of types, to which type references refer.
///
/// A reference `.named(n)` means `types[n]`; types may refer to themselves and to each other.
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
