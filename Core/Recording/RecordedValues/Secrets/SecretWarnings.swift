package import RecordCoding

/// Warnings about an app's secrets, issued before a recording begins.
package enum SecretWarnings {
  /// Numbers, dates and similar values are not recognized outside of marked fields.
  package static func all<State: Recordable, Action: Recordable>(
    state: State.Type, action: Action.Type
  ) -> [String] {
    let builder = SchemaBuilder()
    _ = builder.reference(to: State.self)
    let action = builder.reference(to: Action.self)
    guard !builder.redactions.isEmpty else { return [] }
    var payloads = UnmarkedPayloads(schema: builder.schema, redacted: builder.redactedFields)
    payloads.visit(action, part: "", name: nil)
    return zip(builder.redactions, builder.redactedTypes).compactMap { path, type in
      guard let kind = UnrecognizedKind(type) else { return nil }
      let cases = payloads.cases(of: kind)
      guard !cases.isEmpty else { return nil }
      let subject = "'\(path)' is redacted, but \(kind.noun) in \(list(cases))"
      return "\(subject) would be written as it is: mark that payload"
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}

/// A type whose values are too common to be recognized as secrets.
private enum UnrecognizedKind: Hashable {
  case primitive(String)
  case duration

  init?(_ type: TypeReference) {
    switch type {
    case .bool, .signed, .unsigned, .float, .double, .date:
      guard let name = type.primitiveName else { return nil }
      self = .primitive(name)
    case .optional(let wrapped), .list(_, let wrapped): self.init(wrapped)
    case .tuple where type.isDuration: self = .duration
    default: return nil
    }
  }

  var noun: String {
    switch self {
    case .primitive("Int64"): "an Int"
    case .primitive("UInt64"): "a UInt"
    case .primitive(let name): name.hasPrefix("I") ? "an \(name)" : "a \(name)"
    case .duration: "a Duration"
    }
  }
}

/// The payloads of actions that are not redacted, by type.
private struct UnmarkedPayloads {
  let schema: Schema
  let redacted: Set<SchemaBuilder.FieldKey>
  private var found: [(kind: UnrecognizedKind, name: String)] = []
  private var visited: Set<Int> = []

  init(schema: Schema, redacted: Set<SchemaBuilder.FieldKey>) {
    self.schema = schema
    self.redacted = redacted
  }

  func cases(of kind: UnrecognizedKind) -> [String] {
    var names: [String] = []
    for payload in found where payload.kind == kind && !names.contains(payload.name) {
      names.append(payload.name)
    }
    return names
  }

  mutating func visit(_ type: TypeReference, part: String, name: String?) {
    if let kind = UnrecognizedKind(type) {
      found.append((kind, name ?? part))
      return
    }
    switch type {
    case .tuple(let fields): visit(fields, part: part, name: name)
    case .named(let index): visit(definition: index)
    default: for inner in type.parts { visit(inner, part: part, name: name) }
    }
  }

  private mutating func visit(definition index: Int) {
    guard visited.insert(index).inserted else { return }
    let definition = schema.types[index]
    switch definition.kind {
    case .structure(let fields):
      for field in fields {
        let part = "\(definition.shortName).\(field.name ?? "")"
        visit([field], part: part, name: field.name)
      }
    case .enumeration(let cases):
      for element in cases {
        // The app itself chose the identity of a row.
        let fields = schema.isRow(element) ? Array(element.payload.dropFirst()) : element.payload
        visit(fields, part: "\(definition.shortName).\(element.name)", name: element.name)
      }
    }
  }

  private mutating func visit(_ fields: [RecordField], part: String, name: String?) {
    for field in fields {
      let key = SchemaBuilder.FieldKey(part: part, name: field.name, type: field.type)
      if !redacted.contains(key) { visit(field.type, part: part, name: name) }
    }
  }
}
