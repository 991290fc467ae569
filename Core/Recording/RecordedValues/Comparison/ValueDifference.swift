package import RecordCoding

/// A difference between two values of a type, such as the states before and after a step.
package struct StateChange: Sendable {
  /// The path of the difference, such as `shoppingList.products[id: …].name`.
  package let path: String
  package let old: RecordedValue?
  package let new: RecordedValue?
  package let type: TypeReference
  /// The other positions of a shared value, after `merged`.
  package internal(set) var sharing: SharedPositions?

  package init(
    path: String, old: RecordedValue?, new: RecordedValue?, type: TypeReference,
    sharing: SharedPositions? = nil
  ) {
    self.path = path
    self.old = old
    self.new = new
    self.type = type
    self.sharing = sharing
  }

  /// Returns all differences between two values of a type, in the order of its fields.
  package static func all(
    from old: RecordedValue, to new: RecordedValue, as type: TypeReference, in schema: Schema
  ) -> [StateChange] {
    var comparison = ValueComparison(schema: schema, extent: .all)
    comparison.compare(old, new, as: type, path: "")
    return comparison.changes
  }
}

/// The first difference between two values of a type, as text.
///
/// Examples of paths: `shoppingList.products[id: 3F2A…].name`, `favoritePrimes[2]`, `counts["a"]`.
/// The path is empty if the values differ as a whole.
package struct ValueDifference: Hashable, Sendable {
  package static let noElement = "no element"
  /// The maximum length of a text, in characters, unless shortened texts would look the same.
  private static let textLimit = 200

  package let path: String
  package let expected: String
  package let actual: String

  /// Returns the first difference between two values of a type, or `nil` if they are equal.
  package static func first(
    expected: RecordedValue, actual: RecordedValue, as type: TypeReference, in schema: Schema
  ) -> Self? {
    var comparison = ValueComparison(schema: schema, extent: .first)
    comparison.compare(expected, actual, as: type, path: "")
    return comparison.changes.first.map { Self($0, in: schema) }
  }

  private init(_ change: StateChange, in schema: Schema) {
    let values = ValueText(schema: schema)
    var texts = [change.old, change.new].map { value in
      value.map { values.text(of: $0, as: change.type) } ?? Self.noElement
    }
    // Texts that look the same are shown with escapes, because their scalars differ.
    if texts[0] == texts[1] {
      texts = texts.map {
        $0.unicodeScalars.map { $0.isASCII ? String($0) : $0.escape }.joined()
      }
    }
    let short = texts.map { text in
      text.count > Self.textLimit ? "\(text.prefix(Self.textLimit))…" : text
    }
    if short[0] != short[1] { texts = short }
    (path, expected, actual) = (change.path, texts[0], texts[1])
  }
}
