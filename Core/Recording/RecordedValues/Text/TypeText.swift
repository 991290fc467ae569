package import RecordCoding

/// A printer of types in Swift syntax, with short names: `[Int]`, `Set<String>`, `Alert?`.
package struct TypeText {
  let schema: Schema

  package init(schema: Schema) {
    self.schema = schema
  }

  package func text(of type: TypeReference) -> String {
    switch type {
    case .signed(bits: 64): "Int"
    case .unsigned(bits: 64): "UInt"
    case .json(let name): name.shortTypeName
    case .optional(let wrapped): "\(text(of: wrapped))?"
    case .list(let kind, let element): kind.typeText(of: text(of: element))
    case .dictionary(let key, let value): "[\(text(of: key)): \(text(of: value))]"
    case .tuple(let fields): text(of: fields)
    case .named(let index):
      schema.definition(of: type)?.shortName ?? "type \(index)"
    case .bool, .signed, .unsigned, .float, .double, .string, .data, .date, .uuid, .url:
      type.primitiveName ?? "\(type)"
    }
  }

  package func text(of fields: [RecordField]) -> String {
    let texts = fields.map { field in
      let type = text(of: field.type)
      return field.name.map { "\($0.asWrittenName): \(type)" } ?? type
    }
    return "(\(texts.joined(separator: ", ")))"
  }

  package func hint(for type: TypeReference) -> String {
    switch type {
    case .bool: "true or false"
    case .signed: "a number"
    case .unsigned: "a number, not negative"
    case .float, .double: "a number"
    case .string: "text in quotes"
    case .data: "Base64 in quotes"
    case .date: "such as \"2026-01-31T12:00:00.000Z\""
    case .uuid: "36 characters, in quotes or not"
    case .url: "a URL in quotes"
    case .json: "JSON in quotes"
    case .optional(let wrapped): "\(hint(for: wrapped)) or nil"
    case .list: "a list between [ and ]"
    case .dictionary: "[key: value, …]"
    case .tuple(let fields): text(of: fields)
    case .named: hint(forNamed: type)
    }
  }

  private func hint(forNamed type: TypeReference) -> String {
    guard let definition = schema.definition(of: type) else { return "a value" }
    switch definition.kind {
    case .structure(let fields):
      return "\(definition.shortName)\(text(of: fields))"
    case .enumeration(let cases):
      let names = cases.prefix(6).map { ".\($0.name.asWrittenName)" }
      return "one of \(names.joined(separator: ", "))\(cases.count > names.count ? ", …" : "")"
    }
  }
}
