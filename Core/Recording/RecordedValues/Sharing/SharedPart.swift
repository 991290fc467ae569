import RecordCoding

/// A part of a shared value: its path, in the form that comparisons print, and its type.
struct SharedPart {
  private(set) var path: String
  private(set) var type: TypeReference
  /// The value without optionals, or `nil` if there is none.
  private(set) var value: RecordedValue?

  init(path: String, type: TypeReference, value: RecordedValue) {
    (self.path, self.type, self.value) = (path, type, value.present)
  }

  /// Returns the part that a path leads to, or `nil` if the types have no such part.
  func part(at steps: ArraySlice<ReferencePath.Step>, in schema: Schema) -> SharedPart? {
    var part = self
    for step in steps {
      guard part.descend(to: step, in: schema) else { return nil }
    }
    return part
  }

  private mutating func descend(to step: ReferencePath.Step, in schema: Schema) -> Bool {
    type = type.unwrapped
    switch (step, type) {
    case (.wrapped, _): break
    case (.field(let name), .named):
      guard case .structure(let fields) = schema.definition(of: type)?.kind else { return false }
      guard let index = fields.firstIndex(where: { $0.name == name }) else {
        return descend(toNested: name, fields, in: schema)
      }
      enter(index, of: fields)
    case (.row(let bytes), .list):
      guard let row = type.rowType, let idType = schema.idType(of: row),
        let id = RecordedValue(bytes, as: idType, in: schema)
      else { return false }
      let rows = value?.elements ?? []
      enter(id, idType, row, rows.first { schema.id(of: $0, as: row) == id }, schema, isRow: true)
    case (.element(let index), .list(.array, let element)):
      let elements = value?.elements ?? []
      path += "[\(index)]"
      (type, value) = (element, elements.indices.contains(index) ? elements[index] : nil)
    case (.entry(let bytes), .dictionary(let keyType, let element)):
      guard let key = RecordedValue(bytes, as: keyType, in: schema) else { return false }
      enter(key, keyType, element, value?.pairs.first { $0.key == key }?.value, schema)
    default: return false
    }
    value = value?.present
    return true
  }

  /// Enters a property of a nested structure, which has both names: `address_city`.
  private mutating func descend(
    toNested name: String, _ fields: [RecordField], in schema: Schema
  ) -> Bool {
    for (index, field) in fields.enumerated() {
      guard let outer = field.name, name.hasPrefix("\(outer)_") else { continue }
      var part = self
      part.enter(index, of: fields)
      part.value = part.value?.present
      if part.descend(to: .field(String(name.dropFirst(outer.count + 1))), in: schema) {
        self = part
        return true
      }
    }
    return false
  }

  private mutating func enter(_ index: Int, of fields: [RecordField]) {
    path = fields.path(of: index, in: path)
    (type, value) = (fields[index].type, value?.field(at: index))
  }

  private mutating func enter(
    _ key: RecordedValue, _ keyType: TypeReference, _ type: TypeReference, _ value: RecordedValue?,
    _ schema: Schema, isRow: Bool = false
  ) {
    let text = ValueText(schema: schema).keyText(of: key, as: keyType)
    path += isRow ? "[id: \(text)]" : "[\(text)]"
    (self.type, self.value) = (type, value)
  }

  /// Adds the rows of a type, within the structures and optionals of the value, by their ids.
  func addRows(
    of type: TypeReference, in schema: Schema, to rows: inout [RecordedValue: [SharedPart]]
  ) {
    let current = self.type.unwrapped
    if let row = current.rowType {
      guard row == type, let idType = schema.idType(of: row) else { return }
      for element in value?.elements ?? [] {
        guard let id = schema.id(of: element, as: row) else { continue }
        var part = self
        part.enter(id, idType, row, element, schema, isRow: true)
        rows[id, default: []].append(part)
      }
      return
    }
    guard case .structure(let fields) = schema.definition(of: current)?.kind else { return }
    for (index, field) in fields.enumerated() {
      guard let value = value?.field(at: index), value != .none else { continue }
      SharedPart(path: fields.path(of: index, in: path), type: field.type, value: value)
        .addRows(of: type, in: schema, to: &rows)
    }
  }
}

extension RecordedValue {
  fileprivate init?(_ bytes: [UInt8], as type: TypeReference, in schema: Schema) {
    var decoder = RecordDecoder(bytes)
    guard let value = try? decoder.decodeValue(of: type, in: schema), decoder.isAtEnd else {
      return nil
    }
    self = value
  }

  /// The value without optionals, or `nil` if there is none.
  var present: RecordedValue? { unwrapped == .none ? nil : unwrapped }

  fileprivate var elements: [RecordedValue] {
    if case .sequence(let elements) = self { elements } else { [] }
  }

  fileprivate var pairs: [RecordedPair] {
    if case .dictionary(let pairs) = self { pairs } else { [] }
  }
}
