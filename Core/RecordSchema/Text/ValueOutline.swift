import RecordCoding

/// A value that is shown over several lines: what opens it, its parts, and what closes it.
struct ValueOutline {
  /// A part of a value.
  struct Part {
    /// What stands before the part: `name: `, `[0]: ` or nothing.
    let label: String
    /// What tells the part from others where places do not: an identity, a key or an element.
    let key: RecordedValue?
    let value: RecordedValue
    let type: TypeReference
  }

  /// How the parts of two values are matched.
  enum Matching {
    case fields, places, keys
  }

  let opening: String
  let parts: [Part]
  let closing: String
  let matching: Matching
}

extension ValueText {
  /// The parts of a value, or `nil` if it is shown on one line.
  func outline(of value: RecordedValue, as type: TypeReference) -> ValueOutline? {
    switch (type, value) {
    case (.optional(let wrapped), .some(let value)):
      return outline(of: value, as: wrapped)
    case (.array(let element), .sequence(let values)):
      return list(values, matching: .places) { (nil, element, "[\($0)]: ") }
    case (.identifiedArray(let element), .sequence(let values)):
      let ids = values.map { schema.id(of: $0, as: element) }
      return list(values, matching: ids.contains(nil) ? .places : .keys) {
        (ids[$0], element, "[\($0)]: ")
      }
    case (.set(let element), .sequence(let values)):
      return list(values, matching: .keys) { (values[$0], element, "") }
    case (.dictionary(let key, let element), .dictionary(let pairs)):
      return list(pairs.map(\.value), matching: .keys) { index in
        (pairs[index].key, element, "\(text(of: pairs[index].key, as: key)): ")
      }
    case (.tuple(let fields), .product(let values)):
      return product(values, as: fields, opening: "(")
    case (.named, .product(let values)):
      guard case .structure(let fields) = schema.definition(of: type)?.kind else { return nil }
      return product(values, as: fields, opening: "\(head(of: type))(")
    case (.named, .enumeration(let index, let payload)):
      guard let cases = schema.cases(of: type), cases.indices.contains(index) else { return nil }
      let fields = cases[index].payload
      if let only = payload.first, payload.count == 1, let field = fields.first,
        outline(of: only, as: field.type) == nil
      {
        return nil
      }
      return product(payload, as: fields, opening: ".\(cases[index].name.asWrittenName)(")
    default:
      return nil
    }
  }

  private func list(
    _ values: [RecordedValue], matching: ValueOutline.Matching,
    part: (Int) -> (key: RecordedValue?, type: TypeReference, label: String)
  ) -> ValueOutline? {
    guard !values.isEmpty else { return nil }
    let parts = values.enumerated().map { index, value in
      let (key, type, label) = part(index)
      return ValueOutline.Part(label: label, key: key, value: value, type: type)
    }
    return ValueOutline(opening: "[", parts: parts, closing: "]", matching: matching)
  }

  private func product(
    _ values: [RecordedValue], as fields: [RecordField], opening: String
  ) -> ValueOutline? {
    guard !values.isEmpty else { return nil }
    let parts = zip(fields, values).map { field, value in
      ValueOutline.Part(
        label: field.name.map { "\($0.asWrittenName): " } ?? "", key: nil, value: value,
        type: field.type)
    }
    return ValueOutline(opening: opening, parts: parts, closing: ")", matching: .fields)
  }
}
