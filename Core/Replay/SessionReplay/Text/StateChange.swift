package import RecordCoding
package import RecordedValues

extension StateChange {
  private static let textLimit = 60
  /// A number of bytes that exceeds `textLimit` characters, unless these have very many scalars
  /// each.
  private static let lengthLimit = 4096
  /// The number of bytes after which a string is folded and shown with its size.
  package static let foldedLength = 200

  private var shownPath: String { path.isEmpty ? "state" : path }

  /// Whether the path ends with the identity of a row.
  private var isAtIdentity: Bool {
    // Bytes are compared faster than characters, and lists print many rows.
    guard path.utf8.last == UInt8(ascii: "]"),
      let start = path.utf8.lastIndex(of: UInt8(ascii: "["))
    else { return false }
    return path.utf8[start...].starts(with: "[id: ".utf8)
  }

  package func whole(in schema: Schema) -> StateChangeText {
    let values = ValueText(schema: schema)
    return StateChangeText(
      path: shownPath, old: old.map { values.text(of: $0, as: type) },
      new: new.map { values.text(of: $0, as: type) }, sharing)
  }

  /// Returns the change as text, with values truncated after `limit` characters (default: 60).
  package func shortened(in schema: Schema, to limit: Int? = nil) -> StateChangeText {
    let limit = limit ?? Self.textLimit
    let values = ValueText(
      schema: schema, lengthLimit: Self.lengthLimit, foldingTextsOver: Self.foldedLength)
    let isRow = (old == nil || new == nil) && isAtIdentity
    func short(_ value: RecordedValue) -> String {
      let text = isRow ? values.text(ofRow: value, as: type) : values.text(of: value, as: type)
      // Counting characters is slower, and there are never more characters than bytes.
      guard text.utf8.count > limit, !value.isFoldedText else { return text }
      let isCut = text.utf8.count >= Self.lengthLimit || text.count > limit
      return isCut ? "\(text.prefix(limit))…" : text
    }
    return StateChangeText(
      path: shownPath, old: old.map(short), new: new.map(short), sharing)
  }
}

/// A change of a state as text, independent of the layout.
package struct StateChangeText: Codable, Equatable, Sendable {
  /// The maximum number of changes shown for a step. Further changes are only counted.
  package static let shownLimit = 4

  package let path: String
  package let old: String?
  package let new: String?
  /// The path with the sign of a reference; `nil` unless the step changes the same shared value at
  /// other paths.
  package let reference: String?
  package let otherPaths: [String]?

  fileprivate init(path: String, old: String?, new: String?, _ sharing: SharedPositions?) {
    (self.path, self.old, self.new) = (path, old, new)
    reference = sharing?.name(of: path)
    otherPaths = sharing?.others
  }
}

extension RecordedValue {
  /// Whether the value is a folded string, which is short and ends with its size.
  fileprivate var isFoldedText: Bool {
    switch self {
    case .some(let value): value.isFoldedText
    case .string(let text), .url(let text), .json(let text):
      text.utf8.count > StateChange.foldedLength
    case .data(let bytes): bytes.count > StateChange.foldedLength
    default: false
    }
  }
}
