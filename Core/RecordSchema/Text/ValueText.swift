import Foundation
package import RecordCoding

/// Prints values on one line as Swift writes them: `Alert(text: "Milk", severity: .warning)`.
///
/// What is printed parses back to the same value. Nothing in a value reaches the text raw: control
/// characters and characters that leave no mark are printed as escapes.
package struct ValueText: Sendable {
  package let schema: Schema
  /// How many bytes of text are enough: what follows may be left out.
  private let enough: Int

  package init(schema: Schema, enough: Int = .max) {
    self.schema = schema
    self.enough = enough
  }

  /// The value on one line.
  package func text(of value: RecordedValue, as type: TypeReference) -> String {
    var text = ""
    append(value, as: type, to: &text)
    return text
  }

  package func append(_ value: RecordedValue, as type: TypeReference, to text: inout String) {
    switch (type, value) {
    case (.optional, .none):
      text += "nil"
    case (.optional(let wrapped), .some(let value)):
      // Without the word, an optional in an optional that holds `nil` would read as `nil`.
      let isExplicit = wrapped.isOptional && value.endsInNone
      text += isExplicit ? "Optional(" : ""
      append(value, as: wrapped, to: &text)
      text += isExplicit ? ")" : ""
    case (.array(let element), .sequence(let values)),
      (.identifiedArray(let element), .sequence(let values)),
      (.set(let element), .sequence(let values)):
      text += "["
      for (index, value) in values.enumerated() {
        guard text.utf8.count < enough else { break }
        text += index > 0 ? ", " : ""
        append(value, as: element, to: &text)
      }
      text += "]"
    case (.dictionary(let keyType, let valueType), .dictionary(let pairs)):
      text += pairs.isEmpty ? "[:" : "["
      for (index, pair) in pairs.enumerated() {
        guard text.utf8.count < enough else { break }
        text += index > 0 ? ", " : ""
        append(pair.key, as: keyType, to: &text)
        text += ": "
        append(pair.value, as: valueType, to: &text)
      }
      text += "]"
    case (.tuple(let fields), .product(let values)):
      append(fields: values, as: fields, to: &text)
    case (.named, _):
      append(named: value, as: type, to: &text)
    default:
      text += primitiveText(of: value, enough: enough)
    }
  }

  /// The fields between parentheses.
  package func append(
    fields values: [RecordedValue], as fields: [RecordField], to text: inout String
  ) {
    text += "("
    for (index, (field, value)) in zip(fields, values).enumerated() {
      guard text.utf8.count < enough else { break }
      text += index > 0 ? ", " : ""
      if let name = field.name { text += "\(name.asWrittenName): " }
      append(value, as: field.type, to: &text)
    }
    text += ")"
  }

  private func append(named value: RecordedValue, as type: TypeReference, to text: inout String) {
    switch (schema.definition(of: type)?.kind, value) {
    case (.structure(let fields), .product(let values)):
      text += head(of: type)
      append(fields: values, as: fields, to: &text)
    case (.enumeration(let cases), .enumeration(let index, let payload))
    where cases.indices.contains(index):
      text += ".\(cases[index].name.asWrittenName)"
      if !payload.isEmpty { append(fields: payload, as: cases[index].payload, to: &text) }
    default:
      text += primitiveText(of: value, enough: enough)
    }
  }

  /// The name that stands before the fields of a structure, or nothing if it could not be read.
  func head(of type: TypeReference) -> String {
    guard let name = schema.definition(of: type)?.shortName, name != "Optional", name != "nil",
      name.split(separator: ".", omittingEmptySubsequences: false)
        .allSatisfy({ String($0).isIdentifier })
    else { return "" }
    return name
  }
}

extension TypeReference {
  /// Whether it is an optional.
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}

extension RecordedValue {
  /// Whether what the optionals around it hold in the end is nothing.
  fileprivate var endsInNone: Bool {
    var value = self
    while case .some(let wrapped) = value { value = wrapped }
    if case .none = value { return true }
    return false
  }
}
