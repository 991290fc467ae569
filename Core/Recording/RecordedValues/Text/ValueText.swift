import Foundation
package import RecordCoding

/// A printer of values on one line in Swift syntax: `Alert(text: "Milk", severity: .warning)`.
///
/// The output can be parsed back to the same value, unless durations are abbreviated. Control
/// characters and invisible characters are always escaped.
package struct ValueText: Sendable {
  package let schema: Schema
  /// The length, in bytes, after which further text may be omitted.
  private let lengthLimit: Int
  /// The length, in bytes, after which a text is folded.
  private let foldedLength: Int
  /// Whether durations are printed like `1.5 s`, which does not parse back.
  private let abbreviatesDurations: Bool
  /// The number of characters shown of a folded text.
  private static let foldedPrefix = 40
  /// The UUIDs that are printed as prefixes, which can be parsed with the state that has the UUIDs.
  package var shortUUIDs = ShortUUIDs.none

  package init(
    schema: Schema, lengthLimit: Int = .max, foldingTextsOver foldedLength: Int = .max,
    abbreviatesDurations: Bool = false
  ) {
    self.schema = schema
    self.lengthLimit = lengthLimit
    self.foldedLength = foldedLength
    self.abbreviatesDurations = abbreviatesDurations
  }

  package func text(of value: RecordedValue, as type: TypeReference) -> String {
    var text = ""
    append(value, as: type, to: &text)
    return text
  }

  package func append(_ value: RecordedValue, as type: TypeReference, to text: inout String) {
    switch schema.parts(of: value, as: type) {
    case .none:
      text += "nil"
    case .some(let value, let wrapped):
      // Without `Optional(…)`, a `nil` in an optional in an optional would read as `nil`.
      let isExplicit = wrapped.isOptional && value.isNestedNil
      text += isExplicit ? "Optional(" : ""
      append(value, as: wrapped, to: &text)
      text += isExplicit ? ")" : ""
    case .elements(let values, let element, _):
      text += "["
      for (index, value) in values.enumerated() {
        guard text.utf8.count < lengthLimit else { break }
        text += index > 0 ? ", " : ""
        append(value, as: element, to: &text)
      }
      text += "]"
    case .pairs(let pairs, let keyType, let valueType):
      text += pairs.isEmpty ? "[:" : "["
      for (index, pair) in pairs.enumerated() {
        guard text.utf8.count < lengthLimit else { break }
        text += index > 0 ? ", " : ""
        append(pair.key, as: keyType, to: &text)
        text += ": "
        append(pair.value, as: valueType, to: &text)
      }
      text += "]"
    case .fields(let values, let fields, let definition):
      if let duration = duration(values, fields) {
        text += duration
        return
      }
      if let definition, let form = DialogForm(definition),
        append(values, as: fields, form, to: &text)
      {
        return
      }
      text += definition.map(head) ?? ""
      append(fields: values, as: fields, to: &text)
    case .payload(let values, let element, _):
      text += ".\(element.name.asWrittenName)"
      if !values.isEmpty { append(fields: values, as: element.payload, to: &text) }
    case .leaf(let value):
      text += foldedText(of: value) ?? primitiveText(of: value, lengthLimit: lengthLimit)
    }
  }

  /// Returns a row of a list without its identity, for a text that has it in the row's path.
  package func text(ofRow row: RecordedValue, as type: TypeReference) -> String {
    guard case .fields(var values, var fields, let definition?) = schema.parts(of: row, as: type),
      DialogForm(definition) == nil, let id = schema.idField(of: type)?.index,
      values.count == fields.count, values.count > 1
    else { return text(of: row, as: type) }
    values.remove(at: id)
    fields.remove(at: id)
    var text = head(of: definition)
    append(fields: values, as: fields, to: &text)
    return text
  }

  package func append(
    fields values: [RecordedValue], as fields: [RecordField], to text: inout String
  ) {
    text += "("
    for (index, (field, value)) in zip(fields, values).enumerated() {
      guard text.utf8.count < lengthLimit else { break }
      text += index > 0 ? ", " : ""
      if let name = field.name { text += "\(name.asWrittenName): " }
      append(value, as: field.type, to: &text)
    }
    text += ")"
  }

  /// Appends a dialog, a button or a text in its short form. Returns whether it has one.
  private func append(
    _ values: [RecordedValue], as fields: [RecordField], _ form: DialogForm, to text: inout String
  ) -> Bool {
    guard let head = form.head else {
      guard let plain = form.plainText(of: values) else { return false }
      append(plain, as: .string, to: &text)
      return true
    }
    text += "\(head)("
    var isFirst = true
    for part in form.parts {
      guard text.utf8.count < lengthLimit else { break }
      guard let value = form.written(part, of: values),
        let type = schema.type(of: part, in: fields)
      else { continue }
      text += isFirst ? "" : ", "
      if let label = part.label { text += "\(label): " }
      append(value, as: type, to: &text)
      isFirst = false
    }
    text += ")"
    return true
  }

  /// Returns the text of a duration, if durations are abbreviated and the fields are of one.
  func duration(_ values: [RecordedValue], _ fields: [RecordField]) -> String? {
    abbreviatesDurations && fields.areOfDuration ? DurationText(values)?.text : nil
  }

  /// Returns the type name before a structure's fields, or nothing if it would not parse back.
  func head(of definition: TypeDefinition) -> String {
    let name = definition.shortName
    guard name != "Optional", name != "nil",
      name.nameComponents.allSatisfy({ $0.isIdentifier || $0.isRawIdentifier })
    else { return "" }
    return name
  }
}

extension Int {
  fileprivate var byteText: String {
    switch self {
    case ..<1_000: "\(self) bytes"
    case ..<1_000_000: "\((self + 500) / 1_000) kB"
    default: "\((self + 500_000) / 1_000_000) MB"
    }
  }
}

extension TypeReference {
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}

extension RecordedValue {
  fileprivate var isNestedNil: Bool {
    var value = self
    while case .some(let wrapped) = value { value = wrapped }
    if case .none = value { return true }
    return false
  }
}

extension ValueText {
  /// Returns the beginning and the size of a long text or of data: `"Lorem ipsum…" (12 kB)`.
  private func foldedText(of value: RecordedValue) -> String? {
    switch value {
    case .string(let text), .url(let text), .json(let text):
      guard text.utf8.count > foldedLength else { return nil }
      let shown = String(text.unicodeScalars.prefix(Self.foldedPrefix)).quoted
      return "\(shown.dropLast())…\" (\(text.utf8.count.byteText))"
    case .data(let bytes):
      guard bytes.count > foldedLength else { return nil }
      let shown = Data(bytes.prefix(Self.foldedPrefix / 4 * 3)).base64EncodedString()
      return "\"\(shown)…\" (\(bytes.count.byteText))"
    default: return nil
    }
  }

  /// Returns the text of a value without parts. A value with parts is printed here only if it does
  /// not match its type, and is then called unreadable.
  func primitiveText(of value: RecordedValue, lengthLimit: Int = .max) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .signed(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let bits): Self.text(of: Float(bitPattern: bits))
    case .double(let bits): Self.text(of: Double(bitPattern: bits))
    case .date(let bits): Self.dateText(of: Double(bitPattern: bits))
    case .string(let text), .url(let text), .json(let text):
      text.utf8.count <= lengthLimit
        ? text.quoted : String(text.unicodeScalars.prefix(lengthLimit)).quoted
    case .data(let bytes): Data(bytes.prefix(lengthLimit)).base64EncodedString().quoted
    case .uuid(let value): shortUUIDs[value] ?? value.uuidString.quoted
    case .none, .some, .sequence, .dictionary, .product, .enumeration: "(unreadable)"
    }
  }

  private static func text(of value: Double) -> String {
    guard !value.isNaN || value.bitPattern == Double.nan.bitPattern else {
      return "Double(bits: 0x\(String(value.bitPattern, radix: 16)))"
    }
    return "\(value)"
  }

  private static func text(of value: Float) -> String {
    guard !value.isNaN || value.bitPattern == Float.nan.bitPattern else {
      return "Float(bits: 0x\(String(value.bitPattern, radix: 16)))"
    }
    return "\(value)"
  }

  /// Returns a date as ISO 8601 text if that is exact, otherwise its exact seconds.
  private static func dateText(of seconds: Double) -> String {
    guard !seconds.isNaN else { return "Date(bits: 0x\(String(seconds.bitPattern, radix: 16)))" }
    return DateText.text(of: seconds)?.quoted ?? "Date(seconds: \(seconds))"
  }
}
