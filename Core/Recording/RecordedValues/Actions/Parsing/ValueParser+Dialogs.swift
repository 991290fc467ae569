import RecordCoding

extension ValueParser {
  /// Parses the short form of a dialog, a button or a text. Returns `nil` if it does not come next.
  mutating func dialog(
    _ form: DialogForm, _ fields: [RecordField]
  ) throws(ActionTextError) -> RecordedValue? {
    guard let head = form.head else {
      return try scanner.quotedText().map { DialogForm.fields(ofPlainText: $0) }
    }
    let start = scanner.position
    guard scanner.takeWord(head), scanner.take("(") else {
      scanner.move(to: start)
      return nil
    }
    var values: [RecordedValue?] = fields.map { blank(of: $0.type) }
    var isGiven = Array(repeating: false, count: fields.count)
    while !scanner.take(")") {
      if isGiven.contains(true) {
        try scanner.requireComma(before: ")", expectsMore: isGiven.contains(false))
        if scanner.take(")") { break }
      }
      let column = scanner.column
      let label = scanner.label()
      let rest = form.parts.filter { !isGiven[$0.index] }
      guard let part = rest.first(where: { $0.label == label }),
        let type = schema.type(of: part, in: fields)
      else {
        throw .unknownLabel(
          location: location, label: label ?? "", valid: rest.compactMap(\.label).map { "\($0):" },
          column: column)
      }
      let value = try value(of: RecordField(part.label, type))
      values[part.index] = part.isWrapped ? .product([value]) : value
      isGiven[part.index] = true
    }
    return .product(
      try zip(fields, values).map { field, value throws(ActionTextError) in
        guard let value else {
          throw .missingField(
            location: location, field: "'\(field.name ?? "")'", type: types.text(of: field.type),
            column: scanner.column - 1)
        }
        return value
      })
  }

  /// The value of a part that is omitted: no buttons, no action, or `nil`.
  private func blank(of type: TypeReference) -> RecordedValue? {
    switch type {
    case .optional: return RecordedValue.none
    case .list: return .sequence([])
    default:
      guard case .structure(let fields) = schema.definition(of: type)?.kind, fields.count == 1,
        case .optional = fields[0].type
      else { return nil }
      return .product([.none])
    }
  }
}
