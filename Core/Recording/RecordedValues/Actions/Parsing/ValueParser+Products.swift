import RecordCoding

extension ValueParser {
  mutating func named(_ type: TypeReference) throws(ActionTextError) -> RecordedValue {
    switch schema.definition(of: type)?.kind {
    case .structure(let fields):
      if let form = schema.definition(of: type).flatMap({ DialogForm($0) }),
        let value = try dialog(form, fields)
      {
        return value
      }
      try typeName(of: type)
      guard scanner.take("(") else { throw unexpected(type) }
      return .product(try self.fields(fields))
    case .enumeration(let cases):
      return try enumeration(cases, type)
    case nil:
      throw unexpected(type)
    }
  }

  /// Labels can be omitted. Optional fields can be omitted at the end, or before a later label.
  mutating func fields(_ fields: [RecordField]) throws(ActionTextError) -> [RecordedValue] {
    var values: [RecordedValue] = []
    while !scanner.take(")") {
      if !values.isEmpty {
        try scanner.requireComma(before: ")", expectsMore: values.count < fields.count)
        if scanner.take(")") { break }
      }
      let column = scanner.column
      if let label = scanner.label() {
        let rest = fields.dropFirst(values.count)
        guard let index = rest.firstIndex(where: { $0.name == label }),
          let skipped = Self.blanks(for: fields[values.count..<index])
        else {
          throw .unknownLabel(
            location: location, label: label,
            valid: rest.prefix(1).map { $0.name.map { "\($0):" } ?? types.text(of: $0.type) },
            column: column)
        }
        values += skipped
      }
      guard values.count < fields.count else {
        throw .tooManyValues(location: location, limit: fields.count, column: scanner.column)
      }
      values.append(try value(of: fields[values.count]))
    }
    let missing = fields[values.count...]
    guard let blanks = Self.blanks(for: missing) else {
      let field = missing.first { $0.type.blank == nil } ?? fields[0]
      throw .missingField(
        location: location, field: field.name.map { "'\($0)'" } ?? "position \(values.count + 1)",
        type: types.text(of: field.type), column: scanner.column - 1)
    }
    return values + blanks
  }

  static func blanks(for fields: ArraySlice<RecordField>) -> [RecordedValue]? {
    let blanks = fields.compactMap(\.type.blank)
    return blanks.count == fields.count ? blanks : nil
  }

  private mutating func enumeration(
    _ cases: [RecordCase], _ type: TypeReference
  ) throws(ActionTextError) -> RecordedValue {
    let start = scanner.position
    let hasDot = scanner.take(".")
    guard var name = scanner.name() else {
      scanner.move(to: start)
      throw unexpected(type)
    }
    // The type may precede the dot: `Severity.warning`.
    let shortName = schema.definition(of: type)?.shortName.nameComponents.last?.withoutBackticks
    if !hasDot, shortName == name, scanner.next == "." {
      _ = scanner.take(".")
      name = scanner.name() ?? name
    }
    let candidates = cases.indices.filter { cases[$0].name == name }
    guard let index = choose(among: candidates, of: cases) else {
      scanner.move(to: start)
      guard hasDot || scanner.nextPiece == name else { throw unexpected(type) }
      throw .unknownCase(
        location: location, type: types.text(of: type), name: name,
        suggestions: Spelling.nearest(to: name, among: cases.map(\.name)).map { ".\($0)" },
        column: start + 1)
    }
    let payload = try payload(of: cases[index]) { parser in
      .missingPayload(
        path: ".\(name)", signature: ".\(name)\(parser.types.text(of: cases[index].payload))",
        column: parser.scanner.column)
    }
    return .enumeration(case: index, payload: payload)
  }

  mutating func payload(
    of element: RecordCase, missing: (ValueParser) -> ActionTextError
  ) throws(ActionTextError) -> [RecordedValue] {
    let position = scanner.position
    if scanner.take("(") { return try fields(element.payload) }
    scanner.move(to: position)
    // Only `Void` values can be written without parentheses.
    let blanks = element.payload.compactMap { $0.type.isVoid ? $0.type.blank : nil }
    guard blanks.count == element.payload.count else { throw missing(self) }
    return blanks
  }

  /// Returns the case, among several with the same name, whose labels appear in the text.
  func choose(among candidates: [Int], of cases: [RecordCase]) -> Int? {
    guard candidates.count > 1 else { return candidates.first }
    let labels = scanner.upcomingLabels()
    return candidates.first { cases[$0].payload.map(\.name) == labels }
      ?? candidates.first { cases[$0].payload.count == labels.count } ?? candidates.first
  }

  private mutating func typeName(of type: TypeReference) throws(ActionTextError) {
    let start = scanner.position
    var last: String?
    while let name = scanner.name() {
      last = name
      guard scanner.next == ".", scanner.take(".") else { break }
    }
    let expected = schema.definition(of: type)?.shortName.nameComponents.last?.withoutBackticks
    guard let last, last != expected else { return }
    scanner.move(to: start)
    throw unexpected(type)
  }
}

extension TypeReference {
  /// The value of an omitted field: `nil` or an empty tuple.
  fileprivate var blank: RecordedValue? {
    switch self {
    case .optional: RecordedValue.none
    case .tuple(let fields) where fields.isEmpty: .product([])
    default: nil
    }
  }

  fileprivate var isVoid: Bool {
    self == .tuple([])
  }
}
