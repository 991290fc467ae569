package import RecordCoding

extension Schema {
  /// Returns a type and all types that its values may contain.
  package func types(within type: TypeReference) -> Set<TypeReference> {
    var found: Set<TypeReference> = []
    var waiting = [type]
    while let type = waiting.popLast() {
      guard found.insert(type).inserted else { continue }
      waiting += type.parts
      switch definition(of: type)?.kind {
      case .structure(let fields): waiting += fields.map(\.type)
      case .enumeration(let cases): waiting += cases.flatMap { $0.payload.map(\.type) }
      case nil: break
      }
    }
    return found
  }

  package func cases(of type: TypeReference) -> [RecordCase]? {
    guard case .enumeration(let cases) = definition(of: type)?.kind else { return nil }
    return cases
  }

  /// Returns whether a case leads to the cases of a different enumeration.
  package func isStep(_ element: RecordCase) -> Bool {
    guard element.payload.count == 1, let field = element.payload.first else { return false }
    return field.name == nil && cases(of: field.type) != nil
  }

  /// Returns whether a case contains the action of a list row, like `IdentifiedAction`.
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
    guard let field = idField(of: type), idType == nil || field.type == idType else { return nil }
    return value.field(at: field.index)
  }

  package func idType(of type: TypeReference) -> TypeReference? { idField(of: type)?.type }

  /// Returns the index and the type of a structure's field `id`.
  package func idField(of type: TypeReference) -> (index: Int, type: TypeReference)? {
    guard case .structure(let fields) = definition(of: type)?.kind,
      let index = fields.firstIndex(where: { $0.name == "id" })
    else { return nil }
    return (index, fields[index].type)
  }
}

extension String {
  package func appending(name: String) -> String {
    isEmpty ? name.asPathComponent : "\(self).\(name.asPathComponent)"
  }

  /// Returns whether the path leads to the value at `outer`, or to a part of it.
  package func isPath(within outer: String) -> Bool {
    guard utf8.starts(with: outer.utf8) else { return false }
    // The next component is a field, an element, or the order of rows.
    return outer.isEmpty || utf8.count == outer.utf8.count
      || [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: " ")]
        .contains(utf8[utf8.index(utf8.startIndex, offsetBy: outer.utf8.count)])
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
  /// Returns a field of a structure or a tuple.
  func field(at index: Int) -> RecordedValue? {
    guard case .product(let fields) = self, fields.indices.contains(index) else { return nil }
    return fields[index]
  }

  /// The value within any number of optionals.
  package var unwrapped: RecordedValue {
    if case .some(let wrapped) = self { wrapped.unwrapped } else { self }
  }
}
