import Foundation
package import RecordCoding

/// The identity of a row, the key of a dictionary, or the member of a set in a path.
struct PathKey: Sendable {
  /// The key in the form that comparisons print.
  let text: String
  /// The start of an identity that is abbreviated, as in `3F2A9C01…`.
  let prefix: String?
  /// The key as a value; `nil` if its type cannot be parsed without the app.
  let value: RecordedValue?
  let type: TypeReference

  init?(_ written: String, as type: TypeReference, in schema: Schema) {
    guard !written.isEmpty else { return nil }
    self.type = type
    let isShort = type == .uuid && ShortUUIDs.ellipses.contains { written.hasSuffix($0) }
    prefix = isShort ? ShortUUIDs.prefix(written) : nil
    if let prefix {
      value = nil
      text = "\(prefix)…"
      return
    }
    switch Self.reading(written, as: type) {
    case .value(let value):
      self.value = value
      text = ValueText(schema: schema).keyText(of: value, as: type)
    case .textOnly:
      value = nil
      text = written
    case .impossible: return nil
    }
  }

  func matches(_ other: RecordedValue, in schema: Schema) -> Bool {
    if let value { return value == other }
    if let prefix {
      guard case .uuid(let uuid) = other else { return false }
      return uuid.uuidString.hasPrefix(prefix)
    }
    return ValueText(schema: schema).keyText(of: other, as: type) == text
  }

  private enum Reading {
    case value(RecordedValue), textOnly, impossible
  }

  private static func reading(_ text: String, as type: TypeReference) -> Reading {
    switch type {
    case .uuid: result(UUID(uuidString: text.unquoted ?? text).map(RecordedValue.uuid))
    case .bool: result(Bool(text).map(RecordedValue.bool))
    case .signed(let bits):
      result(Int64(text).flatMap { $0.fits(bits: bits) ? .signed($0) : nil })
    case .unsigned(let bits):
      result(UInt64(text).flatMap { $0.fits(bits: bits) ? .unsigned($0) : nil })
    // Quotes are inconvenient in a shell, so they are optional.
    case .string: .value(.string(text.unquoted ?? text))
    case .url: .value(.url(text.unquoted ?? text))
    default: .textOnly
    }
  }

  private static func result(_ value: RecordedValue?) -> Reading {
    value.map(Reading.value) ?? .impossible
  }
}

extension ValueText {
  /// Returns the brackets of an element in a path, with the identity of a row if it has one.
  package func brackets(
    of value: RecordedValue, at index: Int, as element: TypeReference, in kind: ListKind
  ) -> String {
    switch kind.matching {
    case .positions: break
    case .members: return "[\(keyText(of: value, as: element))]"
    case .ids:
      guard let type = schema.idType(of: element), let id = schema.id(of: value, as: element)
      else { break }
      return "[id: \(keyText(of: id, as: type))]"
    }
    return "[\(index)]"
  }

  /// Returns the text of a key in a path. A UUID has no quotes.
  func keyText(of key: RecordedValue, as type: TypeReference) -> String {
    if case .uuid(let uuid) = key { return uuid.uuidString }
    return text(of: key, as: type)
  }
}

extension Schema {
  /// Returns an example of the brackets that follow the path of a list.
  func bracketExample(for element: TypeReference, in kind: ListKind) -> String {
    switch kind.matching {
    case .positions: "[0]"
    case .ids: idField(of: element) == nil ? "[0]" : "[id: …]"
    case .members: "[…]"
    }
  }
}
