import RecordCoding

struct ValuePathParser {
  private let schema: Schema
  private let root: TypeReference
  private var scanner: TextScanner
  /// The parsed part of the path, in the form that comparisons print.
  private var text = ""
  private var type: TypeReference
  private var steps: [ValuePath.Step] = []

  init(_ text: String, into root: TypeReference, in schema: Schema) {
    self.schema = schema
    self.root = root
    scanner = TextScanner(text)
    type = root
  }

  mutating func path() throws(ValuePathError) -> ValuePath {
    // Comparisons print `state` for an empty path. A part with that name takes precedence.
    if scanner.rest == "state", !names.contains("state") { scanner.move(to: scanner.end) }
    var isFirst = true
    while let next = scanner.next {
      if next == "[" {
        try readKey()
      } else if scanner.rest == " order", let row = type.unwrapped.rowType,
        let idField = schema.idField(of: row)
      {
        unwrap()
        append(.order(idField: idField.index), .array(idField.type), text: "\(text) order")
        break
      } else {
        if !isFirst {
          guard next == "." else { throw unexpected() }
          scanner.move(to: scanner.position + 1)
        }
        try readName()
      }
      isFirst = false
    }
    return ValuePath(text: text, type: type, steps: steps, schema: schema)
  }

  // MARK: Names

  private mutating func readName() throws(ValuePathError) {
    let start = scanner.position
    var name = try nextName()
    // Changes of shared values are printed with the sign of a reference.
    if name.hasPrefix("$"), !names.contains(name) { name.removeFirst() }
    unwrap()
    if let fields {
      guard let index = fields.firstIndex(of: name) else { throw unknownName(name, start) }
      append(.field(index), fields[index].type, text: text.appending(name: name))
    } else if let cases = schema.cases(of: type) {
      guard let index = try caseIndex(of: name, among: cases) else {
        throw unknownName(name, start)
      }
      append(
        .payload(case: index), .tuple(cases[index].payload), text: text.appending(name: name))
      enterOnlyValue()
    } else if let example = bracketExample {
      throw .needsBrackets(path: text, type: typeText, name: name, example: text + example)
    } else {
      let rest = scanner.text(from: start, to: scanner.end)
      throw .noParts(path: text, type: typeText, rest: text.isEmpty ? rest : ".\(rest)")
    }
  }

  /// Returns the index of a case. If several have the name, the field that follows selects one.
  private func caseIndex(
    of name: String, among cases: [RecordCase]
  ) throws(ValuePathError) -> Int? {
    let indices = cases.indices.filter { cases[$0].name == name }
    guard indices.count > 1 else { return indices.first }
    var ahead = self
    if ahead.scanner.take("."), let field = try? ahead.nextName() {
      let fitting = indices.filter { cases[$0].payload.firstIndex(of: field) != nil }
      if fitting.count == 1 { return fitting[0] }
    }
    let path = text.appending(name: name)
    let fields = indices.flatMap { index in
      let payload = cases[index].payload
      return payload.indices.map { path.appending(name: payload.pathName(of: $0)) }
    }
    // A field that several of the cases have selects none of them.
    let distinct = fields.filter { field in fields.filter { $0 == field }.count == 1 }
    throw .ambiguousCase(path: text, name: name, fields: Array(distinct.prefix(4)))
  }

  private mutating func nextName() throws(ValuePathError) -> String {
    if scanner.next == "`" { return try enclosedText() }
    guard let name = scanner.identifier() else { throw unexpected() }
    return name
  }

  // MARK: Keys

  private mutating func readKey() throws(ValuePathError) {
    let key = try enclosedText().trimmed
    unwrap()
    switch type {
    case .list(let kind, let row) where kind.matching == .ids:
      guard let written = key.idText else { return try readIndex(key, of: row) }
      guard let idField = schema.idField(of: row) else {
        throw .noIdentities(path: text, key: "[\(key)]")
      }
      let id = try pathKey(written, as: idField.type, shown: key)
      append(.row(id, idField: idField.index), row, text: "\(text)[id: \(id.text)]")
    case .list(let kind, let element) where kind.matching == .positions:
      try readIndex(key, of: element)
    case .list(_, let element):
      let member = try pathKey(key, as: element, shown: key)
      append(.member(member), element, text: "\(text)[\(member.text)]")
    case .dictionary(let keyType, let value):
      let entry = try pathKey(key, as: keyType, shown: key)
      append(.entry(entry), value, text: "\(text)[\(entry.text)]")
    default:
      throw .notACollection(path: text, type: typeText, key: "[\(key)]")
    }
  }

  private mutating func readIndex(
    _ key: String, of element: TypeReference
  ) throws(ValuePathError) {
    guard key.utf8.allSatisfy({ (48...57).contains($0) }), let index = Int(key) else {
      let hasIDs = type.rowType.flatMap { schema.idField(of: $0) } != nil
      let hint = hasIDs ? "an id, as in [id: …], or an index from 0" : "an index from 0"
      throw .badKey(path: text, key: key, hint: hint)
    }
    append(.element(index), element, text: "\(text)[\(index)]")
  }

  private func pathKey(
    _ written: String, as type: TypeReference, shown key: String
  ) throws(ValuePathError) -> PathKey {
    guard let id = PathKey(written, as: type, in: schema) else {
      let hint = TypeText(schema: schema).hint(for: type)
      throw .badKey(path: text, key: key, hint: key.idText == nil ? hint : "'id: ' and \(hint)")
    }
    return id
  }

  /// Reads raw names and the content of brackets.
  private mutating func enclosedText() throws(ValuePathError) -> String {
    let found: String?
    do throws(TextScanner.MissingSign) {
      found = try scanner.enclosedText()
    } catch {
      throw .unclosed(path: text + scanner.rest, sign: "\(error.sign)")
    }
    guard let found else { throw unexpected() }
    return String(found.dropFirst().dropLast())
  }

  // MARK: Types

  /// The fields of the current type, if it has any.
  private var fields: [RecordField]? {
    if case .tuple(let fields) = type { return fields }
    guard case .structure(let fields) = schema.definition(of: type)?.kind else { return nil }
    return fields
  }

  private mutating func unwrap() {
    enterOnlyValue()
    while case .optional(let wrapped) = type {
      append(.wrapped, wrapped, text: text)
      enterOnlyValue()
    }
  }

  /// Enters a single value without a label. It represents its case, and adds nothing to a path.
  private mutating func enterOnlyValue() {
    while case .tuple(let fields) = type, fields.count == 1, fields[0].name == nil {
      append(.field(0), fields[0].type, text: text)
    }
  }

  private mutating func append(_ step: ValuePath.Step, _ type: TypeReference, text: String) {
    steps.append(step)
    self.type = type
    self.text = text
  }

  private var typeText: String { TypeText(schema: schema).text(of: type) }

  private var bracketExample: String? {
    switch type {
    case .list(let kind, let element): schema.bracketExample(for: element, in: kind)
    case .dictionary: "[…]"
    default: nil
    }
  }

  // MARK: Errors

  private var names: [String] {
    var parser = self
    parser.unwrap()
    if let fields = parser.fields { return fields.indices.map { fields.pathName(of: $0) } }
    return schema.cases(of: parser.type)?.map(\.name) ?? []
  }

  private func unexpected() -> ValuePathError {
    .unexpected(path: text, found: String(scanner.rest.unicodeScalars.prefix(40)))
  }

  private func unknownName(
    _ name: String, _ start: Int
  ) -> ValuePathError {
    let here = Spelling.nearest(to: name, among: names).map { text.appending(name: $0) }
    let suggestions =
      here.isEmpty ? PathSearch(schema: schema).paths(endingIn: name, from: root) : here
    let shown = names.prefix(8) + (names.count > 8 ? ["…"] : [])
    return .unknownName(
      path: text, name: name, suggestions: suggestions,
      names: shown.map { $0 == "…" ? $0 : "".appending(name: $0) })
  }
}

extension [RecordField] {
  fileprivate func firstIndex(of name: String) -> Int? {
    indices.first { pathName(of: $0) == name }
  }

  fileprivate func pathName(of index: Int) -> String { self[index].name ?? "\(index)" }
}

extension String {
  /// The text after `id:`.
  fileprivate var idText: String? {
    hasPrefix("id:") ? String(dropFirst(3)).trimmed : nil
  }

  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
    return String(start[...end])
  }
}
