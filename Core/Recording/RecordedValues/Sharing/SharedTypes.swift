package import RecordCoding

/// The types of a state with shared values.
package struct SharedTypes: Sendable {
  let state: TypeReference
  let schema: Schema
  /// The types of the shared values in each field, by the type and the name of the field.
  let fields: [Int: [String: [TypeReference]]]
  /// The type of the parts that keyframes store for references.
  let identity: TypeReference?
  /// The types whose values may contain references.
  private let sharing: Set<TypeReference>

  /// Returns `nil` if no field refers to a shared value.
  package init?(
    state: TypeReference, schema: Schema, fields: [SharedField], supplements: [TypeReference]
  ) {
    guard !fields.isEmpty else { return nil }
    self.state = state
    self.schema = schema
    self.fields = Dictionary(grouping: fields, by: \.owner).mapValues { fields in
      Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.type) }
    }
    identity = supplements.first { schema.definition(of: $0)?.shortName == "SharedIdentity" }
    sharing = schema.types(within: state, leadingTo: fields.map { .named($0.owner) })
  }

  /// Returns whether values of a type may contain references, within a field with shared values of
  /// some types.
  func mayContainReferences(_ type: TypeReference, within shared: [TypeReference]) -> Bool {
    sharing.contains(type)
      || type.parts.contains { shared.contains($0) || mayContainReferences($0, within: shared) }
  }
}

extension Schema {
  /// Returns the types within a type whose values may contain values of some types.
  fileprivate func types(
    within type: TypeReference, leadingTo inner: [TypeReference]
  ) -> Set<TypeReference> {
    var outer: [TypeReference: [TypeReference]] = [:]
    for type in types(within: type) {
      let parts =
        switch definition(of: type)?.kind {
        case .structure(let fields): fields.map(\.type)
        case .enumeration(let cases): cases.flatMap { $0.payload.map(\.type) }
        case nil: type.parts
        }
      for part in parts { outer[part, default: []].append(type) }
    }
    var found: Set<TypeReference> = []
    var pending = inner
    while let type = pending.popLast() {
      if found.insert(type).inserted { pending += outer[type] ?? [] }
    }
    return found
  }
}
