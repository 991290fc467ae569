import Foundation
package import RecordCoding
package import RecordedValues

/// A writer of recorded values as Swift source, for the types that the app declares.
///
/// If no initializer is accessible, or the type has a custom recorded form, the value is written in
/// the form that logs print: `try recorded("…")`.
package struct SwiftSource {
  private(set) var schema: Schema
  private(set) var types: SourceTypes
  var constants = SourceConstants()
  /// The references in the state after the current step.
  var references = SourceReferences()
  private(set) var modules: Set<String> = []
  /// Whether a value has the form that logs print.
  var usesRecordedForm = false

  package init(schema: Schema, types: SourceTypes) {
    self.schema = schema
    self.types = types
  }

  /// Returns an expression for a value. `place` is its path in the state, if it is a part of it.
  mutating func expression(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?, at place: String = ""
  ) -> String {
    if let literal = literal(value, as: type, swift, at: place) { return literal }
    usesRecordedForm = true
    return "try recorded(\(ValueText(schema: schema).text(of: value, as: type).quoted))"
  }

  /// Returns an expression whose type does not depend on its context. The type must have a name.
  package mutating func typedExpression(
    _ value: RecordedValue, as reference: TypeReference, _ type: Any.Type
  ) -> String {
    let text = expression(value, as: reference, type)
    guard let name = SourceTypes.source(of: type), !Self.inferred.contains(where: { $0 == type }),
      !text.hasPrefix("\(name)(")
    else { return text }
    useName(of: type)
    if text.hasPrefix("."), !(type is any SourceContainer.Type) { return name + text }
    return "\(text) as \(name)"
  }

  /// Returns an expression for a value of a type that the schema lacks.
  mutating func typedExpression(_ value: some Recordable) -> String? {
    let type = Swift.type(of: value)
    let builder = SchemaBuilder(collectsSources: true)
    let reference = builder.reference(to: type)
    var encoder = RecordEncoder()
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    guard !encoder.hasFailed, SourceTypes.source(of: type) != nil,
      let recorded = try? decoder.decodeValue(of: reference, in: builder.schema)
    else { return nil }
    let own = (schema, types)
    defer { (schema, types) = own }
    (schema, types) = (builder.schema, SourceTypes(builder))
    return typedExpression(recorded, as: reference, type)
  }

  private mutating func useName(of type: Any.Type) {
    guard type is any SourceContainer.Type else { return use(type) }
    for part in SourceTypes.parts(of: type) { useName(of: part) }
  }

  /// The types of literals, of constants and of calls, which need no annotation.
  private static let inferred: [Any.Type] = [
    Bool.self, Data.self, Date.self, Double.self, Duration.self, Int.self, String.self, UUID.self,
  ]

  mutating func use(_ type: Any.Type) {
    modules.insert(SourceTypes.module(of: type))
  }

  mutating func literal(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?, at place: String = ""
  ) -> String? {
    if let shared = swift as? any SourceReference.Type {
      return references.expression(at: place)
        ?? "Shared(value: \(expression(value, as: type, shared.valueType)))"
    }
    if swift == Duration.self { return Self.duration(value) }
    if swift is any SourceStack.Type { return value == .sequence([]) ? "StackState()" : nil }
    if case .named = type { return named(value, as: type, swift, at: place) }
    guard SourceTypes.takesLiteral(swift, of: type) else { return nil }
    let parts = SourceTypes.parts(of: swift)
    switch schema.parts(of: value, as: type) {
    case .none: return "nil"
    case .some(let value, let wrapped):
      guard let part = parts.first else { return nil }
      let text = literal(value, as: wrapped, part, at: place)
      if case .optional = wrapped { return text.map { ".some(\($0))" } }
      return text
    case .elements(let values, let element, let kind):
      guard let part = parts.first else { return nil }
      let texts = values.enumerated().map { index, value in
        expression(value, as: element, part, at: self.place(place, value, index, element, kind))
      }
      return "[\(texts.joined(separator: ", "))]"
    case .pairs(let pairs, let keyType, let valueType):
      guard parts.count == 2 else { return nil }
      let texts = pairs.map { pair in
        let key = expression(pair.key, as: keyType, parts[0])
        return "\(key): \(expression(pair.value, as: valueType, parts[1]))"
      }
      return texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]"
    case .leaf(let value): return primitive(value)
    case .fields, .payload: return nil
    }
  }

  /// Returns the path of an element. Only references are looked up by paths.
  func place(
    _ place: String, _ element: RecordedValue, _ index: Int, _ type: TypeReference, _ kind: ListKind
  ) -> String {
    guard !references.isEmpty else { return "" }
    return place + ValueText(schema: schema).brackets(of: element, at: index, as: type, in: kind)
  }

  private mutating func named(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?, at place: String
  ) -> String? {
    if let text = dialog(value, as: type, swift) { return text }
    switch schema.parts(of: value, as: type) {
    case .fields(let values, let fields, _): return structure(values, fields, swift, at: place)
    case .payload(let values, let element, let index):
      if let binding = swift as? any SourceBinding.Type {
        return self.binding(values, element, at: index, binding)
      }
      guard let form = types.form(of: swift), form.types.indices.contains(index),
        form.types[index].count == values.count
      else { return nil }
      use(form.type)
      let place = place.appending(name: element.name)
      let arguments = values.indices.map { position in
        let field = element.payload[position]
        let text = expression(
          values[position], as: field.type, form.types[index][position],
          at: element.payload.path(of: position, in: place))
        return field.name.map { "\($0): \(text)" } ?? text
      }
      let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
      return ".\(element.name.asMemberName)\(list)"
    default: return nil
    }
  }

  /// Calls the initializer that `@Recordable` found, if the other properties have their initial
  /// values.
  private mutating func structure(
    _ values: [RecordedValue], _ fields: [RecordField], _ swift: Any.Type?, at place: String
  ) -> String? {
    guard let form = types.form(of: swift), let labels = form.initializer,
      let name = SourceTypes.name(of: form.type), form.types.first?.count == fields.count
    else { return nil }
    for (value, field) in zip(values, fields) {
      guard let name = field.name, labels.contains(name) || hasInitialValue(value, field, form)
      else { return nil }
    }
    let arguments = labels.compactMap { label -> String? in
      guard let index = fields.firstIndex(where: { $0.name == label }) else { return nil }
      let text = expression(
        values[index], as: fields[index].type, form.types[0][index],
        at: fields.path(of: index, in: place))
      return "\(label): \(text)"
    }
    guard arguments.count == labels.count else { return nil }
    use(form.type)
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private func hasInitialValue(
    _ value: RecordedValue, _ field: RecordField, _ form: SourceForm
  ) -> Bool {
    guard let initial = form.initialValues[field.name ?? ""] else { return value == .none }
    var decoder = RecordDecoder(initial().bytes)
    let initialValue = try? decoder.decodeValue(of: field.type, in: schema)
    return initialValue == value
  }
}
