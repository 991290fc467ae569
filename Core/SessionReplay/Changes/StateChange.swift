package import RecordCoding
package import RecordSchema

/// A change of one value in a state.
package struct StateChange: Sendable {
  /// The path of the value, as a person would write it: `shoppingList.products[id: …].name`.
  package let path: String
  /// The old value; `nil` if there was none.
  package let old: RecordedValue?
  /// The new value; `nil` if there is none.
  package let new: RecordedValue?
  /// The type of the value.
  package let type: TypeReference

  /// Describes a change by all its parts.
  package init(path: String, old: RecordedValue?, new: RecordedValue?, type: TypeReference) {
    self.path = path
    self.old = old
    self.new = new
    self.type = type
  }

  /// Every change between two states of a type, in the order of the type's fields.
  package static func all(
    from old: RecordedValue, to new: RecordedValue, as type: TypeReference, in schema: Schema
  ) -> [StateChange] {
    var comparison = StateComparison(schema: schema)
    comparison.compare(old, new, as: type, path: "")
    return comparison.changes
  }
}

extension StateChange {
  /// The change with tokens in the place of the secrets that a table knows.
  package func scrubbed(by secrets: SecretTable) -> StateChange {
    StateChange(
      path: secrets.scrubbed(line: path), old: old?.scrubbed(by: secrets),
      new: new?.scrubbed(by: secrets), type: type)
  }

  /// A text is cut when it has more characters than this.
  private static let textLimit = 60
  /// So many bytes have more characters than that, unless these are of very many scalars each.
  private static let enough = 4096

  /// The change as text, with long values cut.
  package func shortened(in schema: Schema) -> StateChangeText {
    let values = ValueText(schema: schema, enough: Self.enough)
    func short(_ value: RecordedValue) -> String {
      let text = values.text(of: value, as: type)
      // To count characters takes longer, and there are no more of them than bytes.
      guard text.utf8.count > Self.textLimit else { return text }
      let isCut = text.utf8.count >= Self.enough || text.count > Self.textLimit
      return isCut ? "\(text.prefix(Self.textLimit))…" : text
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
