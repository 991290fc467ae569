package import RecordCoding

/// The parts of a recorded value, with the types that its schema assigns to them.
///
/// `Schema.parts(of:as:)` matches a value with its type. Printing, JSON, migration, comparison and
/// the search for texts switch over these seven forms. Encoding, decoding and applying changes do
/// not: the bytes differ for each type, and an intermediate value would take measurable time.
package enum ValueParts {
  /// A value without parts, or a value that does not have its type.
  case leaf(RecordedValue)
  case none
  case some(RecordedValue, as: TypeReference)
  case elements([RecordedValue], as: TypeReference, in: ListKind)
  case pairs([RecordedPair], key: TypeReference, value: TypeReference)
  /// The fields of a tuple, or of a structure with its definition.
  case fields([RecordedValue], [RecordField], of: TypeDefinition?)
  /// The associated values of an enumeration's case, with the case and its index.
  case payload([RecordedValue], of: RecordCase, at: Int)
}

extension Schema {
  /// Returns the parts of a value of a type.
  // Inlined, to merge a caller's switch over the parts with the switch over the types.
  @inline(__always)
  package func parts(of value: RecordedValue, as type: TypeReference) -> ValueParts {
    switch (type, value) {
    case (.optional, .none): .none
    case (.optional(let wrapped), .some(let value)): .some(value, as: wrapped)
    case (.list(let kind, let element), .sequence(let values)):
      .elements(values, as: element, in: kind)
    case (.dictionary(let key, let element), .dictionary(let pairs)):
      .pairs(pairs, key: key, value: element)
    case (.tuple(let fields), .product(let values)): .fields(values, fields, of: nil)
    case (.named, _): namedParts(of: value, as: type)
    default: .leaf(value)
    }
  }

  private func namedParts(of value: RecordedValue, as type: TypeReference) -> ValueParts {
    guard let definition = definition(of: type) else { return .leaf(value) }
    return switch (definition.kind, value) {
    case (.structure(let fields), .product(let values)): .fields(values, fields, of: definition)
    case (.enumeration(let cases), .enumeration(let index, let payload))
    where cases.indices.contains(index):
      .payload(payload, of: cases[index], at: index)
    default: .leaf(value)
    }
  }
}

extension [RecordField] {
  /// Returns the path of a field: its name, or its index if it has none.
  ///
  /// A single value without a label represents its case, and adds nothing to the path.
  package func path(of index: Int, in path: String) -> String {
    if let name = self[index].name { return path.appending(name: name) }
    return count == 1 ? path : path.appending(name: "\(index)")
  }
}

extension RecordedValue {
  @inline(__always)
  package func reduceParts<Result>(
    _ initial: Result, _ combine: (Result, RecordedValue) -> Result
  ) -> Result {
    switch self {
    case .some(let value): combine(initial, value)
    case .sequence(let values), .product(let values), .enumeration(_, let values):
      values.reduce(initial, combine)
    case .dictionary(let pairs):
      pairs.reduce(initial) { combine(combine($0, $1.key), $1.value) }
    default: initial
    }
  }

  package func mapParts(_ transform: (RecordedValue) -> RecordedValue) -> RecordedValue {
    switch self {
    case .some(let value): .some(transform(value))
    case .sequence(let values): .sequence(values.map(transform))
    case .product(let values): .product(values.map(transform))
    case .enumeration(let index, let payload):
      .enumeration(case: index, payload: payload.map(transform))
    case .dictionary(let pairs):
      .dictionary(
        pairs.map { RecordedPair(key: transform($0.key), value: transform($0.value)) })
    default: self
    }
  }
}
