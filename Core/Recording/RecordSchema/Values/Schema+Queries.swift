package import RecordCoding

extension Schema {
  package func cases(of type: TypeReference) -> [RecordCase]? {
    guard case .enumeration(let cases) = definition(of: type)?.kind else { return nil }
    return cases
  }

  /// Returns whether a case leads to the cases of another enumeration.
  package func isStep(_ element: RecordCase) -> Bool {
    guard element.payload.count == 1, let field = element.payload.first else { return false }
    return field.name == nil && cases(of: field.type) != nil
  }

  /// Returns whether a case contains the action of a list row, as `IdentifiedAction` does.
  package func isRow(_ element: RecordCase) -> Bool {
    guard element.name == "element", element.payload.map(\.name) == ["id", "action"],
      let action = element.payload.last
    else { return false }
    return cases(of: action.type) != nil
  }

  /// Returns the field `id` of a structure, if it exists and has the type `idType`, if given.
  package func id(
    of value: RecordedValue, as type: TypeReference, idType: TypeReference? = nil
  ) -> RecordedValue? {
    guard case .structure(let fields) = definition(of: type)?.kind,
      case .product(let values) = value,
      let index = fields.firstIndex(where: { $0.name == "id" }), index < values.count,
      idType == nil || fields[index].type == idType
    else { return nil }
    return values[index]
  }

  package func idType(of type: TypeReference) -> TypeReference? {
    guard case .structure(let fields) = definition(of: type)?.kind else { return nil }
    return fields.first { $0.name == "id" }?.type
  }
}

extension String {
  package func appending(name: String) -> String {
    isEmpty ? name.asPathComponent : "\(self).\(name.asPathComponent)"
  }

  private var asPathComponent: String {
    utf8.allSatisfy { (48...57).contains($0) } ? self : asWrittenName
  }
}

extension TypeReference {
  /// The type within any number of optionals.
  package var unwrapped: TypeReference {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }
}

extension RecordedValue {
  /// The value within any number of optionals.
  package var unwrapped: RecordedValue {
    if case .some(let wrapped) = self { wrapped.unwrapped } else { self }
  }
}
