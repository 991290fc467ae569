package import RecordCoding
package import RecordSchema

extension StateChange {
  /// A text is cut when it has more characters than this.
  private static let textLimit = 60
  /// So many bytes have more characters than that, unless these are of very many scalars each.
  private static let enough = 4096
  /// A text of more bytes is folded, with its size.
  package static let foldedLength = 200

  /// The change as text, with nothing left out.
  package func whole(in schema: Schema) -> StateChangeText {
    let values = ValueText(schema: schema)
    return StateChangeText(
      path: path.isEmpty ? "state" : path, old: old.map { values.text(of: $0, as: type) },
      new: new.map { values.text(of: $0, as: type) })
  }

  /// The change as text, with values cut that have more characters than `limit`, or than are usual.
  package func shortened(in schema: Schema, to limit: Int? = nil) -> StateChangeText {
    let limit = limit ?? Self.textLimit
    let values = ValueText(
      schema: schema, lengthLimit: Self.enough, foldingTextsOver: Self.foldedLength)
    func short(_ value: RecordedValue) -> String {
      let text = values.text(of: value, as: type)
      // To count characters takes longer, and there are no more of them than bytes.
      guard text.utf8.count > limit, !value.isFoldedText else { return text }
      let isCut = text.utf8.count >= Self.enough || text.count > limit
      return isCut ? "\(text.prefix(limit))…" : text
    }
    return StateChangeText(
      path: path.isEmpty ? "state" : path, old: old.map(short), new: new.map(short))
  }
}

/// A change of a state as text, without a layout.
package struct StateChangeText: Codable, Equatable, Sendable {
  /// More changes of one step than this are counted, not shown.
  package static let shownLimit = 4

  /// The path of the value that changed.
  package let path: String
  /// The old value; `nil` if there was none.
  package let old: String?
  /// The new value; `nil` if there is none.
  package let new: String?
}

extension RecordedValue {
  /// Whether it is a text that is folded, which is short and ends with its size.
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
