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
  private(set) var modules: Set<String> = []

  package init(schema: Schema, types: SourceTypes) {
    self.schema = schema
    self.types = types
  }

  mutating func expression(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?
  ) -> String {
    literal(value, as: type, swift)
      ?? "try recorded(\(ValueText(schema: schema).text(of: value, as: type).quoted))"
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

  private mutating func literal(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?
  ) -> String? {
    if case .named = type { return named(value, as: type, swift) }
    if swift == Duration.self { return Self.duration(value) }
    guard SourceTypes.takesLiteral(swift, of: type) else { return nil }
    let parts = SourceTypes.parts(of: swift)
    switch schema.parts(of: value, as: type) {
    case .none: return "nil"
    case .some(let value, let wrapped):
      guard let part = parts.first else { return nil }
      let text = literal(value, as: wrapped, part)
      if case .optional = wrapped { return text.map { ".some(\($0))" } }
      return text
    case .elements(let values, let element, _):
      guard let part = parts.first else { return nil }
      return "[\(values.map { expression($0, as: element, part) }.joined(separator: ", "))]"
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

  private mutating func named(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?
  ) -> String? {
    guard let form = types.form(of: swift) else { return nil }
    switch schema.parts(of: value, as: type) {
    case .fields(let values, let fields, _):
      guard let labels = form.initializer, let name = SourceTypes.name(of: form.type),
        form.types.first?.count == fields.count
      else { return nil }
      let arguments = labels.compactMap { label -> String? in
        guard let index = fields.firstIndex(where: { $0.name == label }) else { return nil }
        let text = expression(values[index], as: fields[index].type, form.types[0][index])
        return "\(label): \(text)"
      }
      guard arguments.count == fields.count else { return nil }
      use(form.type)
      return "\(name)(\(arguments.joined(separator: ", ")))"
    case .payload(let values, let element, let index):
      guard form.types.indices.contains(index), form.types[index].count == values.count else {
        return nil
      }
      use(form.type)
      let arguments = values.indices.map { position in
        let field = element.payload[position]
        let text = expression(values[position], as: field.type, form.types[index][position])
        return field.name.map { "\($0): \(text)" } ?? text
      }
      let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
      return ".\(element.name.asMemberName)\(list)"
    default: return nil
    }
  }

  private mutating func primitive(_ value: RecordedValue) -> String? {
    switch value {
    case .bool(let value): return "\(value)"
    case .signed(let value): return "\(value)"
    case .unsigned(let value): return "\(value)"
    case .float(let bits): return Self.text(ofFloat: Float(bitPattern: bits))
    case .double(let bits): return Self.text(ofDouble: Double(bitPattern: bits), as: "Double")
    case .date(let bits):
      return constants.name(
        of: Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    case .string(let text): return text.quoted
    case .url(let text):
      return URL(string: text)?.absoluteString == text ? "URL(string: \(text.quoted))!" : nil
    case .data(let bytes):
      let data = Data(bytes)
      return bytes.count <= 16
        ? "Data(\(bytes))" : "Data(base64Encoded: \(data.base64EncodedString().quoted))!"
    case .uuid(let id): return constants.name(of: id)
    default: return nil
    }
  }

  private static func duration(_ value: RecordedValue) -> String? {
    guard case .product(let parts) = value, parts.count == 2, case .signed(let seconds) = parts[0],
      case .signed(let attoseconds) = parts[1]
    else { return nil }
    return duration(seconds: seconds, attoseconds: attoseconds)
  }

  private static func duration(seconds: Int64, attoseconds: Int64) -> String {
    for (unit, perSecond) in [
      ("seconds", 1), ("milliseconds", 1000), ("nanoseconds", 1_000_000_000),
    ]
      as [(String, Int64)]
    {
      let size = 1_000_000_000_000_000_000 / perSecond
      let (whole, overflows) = seconds.multipliedReportingOverflow(by: perSecond)
      guard attoseconds % size == 0, !overflows else { continue }
      let (count, isTooLarge) = whole.addingReportingOverflow(attoseconds / size)
      if !isTooLarge { return "Duration.\(unit)(\(count))" }
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  static func text(ofDouble value: Double, as type: String) -> String {
    if value.isNaN { return "\(type)(bitPattern: 0x\(String(value.bitPattern, radix: 16)))" }
    return value.isInfinite ? "\(value < 0 ? "-" : "")\(type).infinity" : "\(value)"
  }

  private static func text(ofFloat value: Float) -> String {
    if value.isNaN { return "Float(bitPattern: 0x\(String(value.bitPattern, radix: 16)))" }
    return value.isInfinite ? "\(value < 0 ? "-" : "")Float.infinity" : "\(value)"
  }
}
