import SwiftSyntax
import SwiftSyntaxBuilder

/// The bodies for a structure: its stored properties, one after the other.
struct StructureSource: RecordableBodies {
  let properties: [StoredProperty]
  let history: HistorySource

  private var names: [String] { properties.map(\.storedName) }

  var describe: [String] {
    ["schema.structure(Self.self) { \(properties.isEmpty ? "_" : "type") in"]
      + properties.map { property in
        let storage =
          if property.isPresentation {
            ", storage: \\._\(property.bareName)"
          } else if property.isRedacted {
            ", redacted: \\._\(property.bareName)"
          } else {
            ""
          }
        return "type.field(\(property.name.recordedName), \\.\(property.name.text)\(storage))"
      }
      + history.call + ["}"]
  }

  var record: [String] {
    if properties.isEmpty { return ["encoder.appendUnit()"] }
    return properties.map { "encoder.encode(self.\($0.writtenName))" }
  }

  var decode: [String] {
    if properties.isEmpty { return ["try decoder.unit()"] }
    return names.map { "self.\($0) = try decoder.decode()" }
  }

  var recordChange: [String] {
    if properties.isEmpty { return ["false"] }
    return ["let product = encoder.openProduct(fieldCount: \(properties.count))"]
      + properties.map(\.writtenName).enumerated().map { index, name in
        "encoder.field(\(index), of: product, from: old.\(name), to: self.\(name))"
      }
      + ["return encoder.close(product)"]
  }
}

extension TokenSyntax {
  /// The name without backticks, as a string literal.
  var recordedName: String {
    text.recordedName
  }
}

extension String {
  /// A name without backticks, as a string literal.
  var recordedName: String {
    StringLiteralExprSyntax(content: filter { $0 != "`" }).description
  }
}
