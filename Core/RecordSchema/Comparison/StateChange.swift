package import RecordCoding

/// A difference between two values of a type, such as the states before and after a step.
package struct StateChange: Sendable {
  /// The path of the difference, as a person would write it: `shoppingList.products[id: …].name`.
  package let path: String
  /// The old value; `nil` if there was none.
  package let old: RecordedValue?
  /// The new value; `nil` if there is none.
  package let new: RecordedValue?
  /// The type of both.
  package let type: TypeReference

  /// Creates a change.
  package init(path: String, old: RecordedValue?, new: RecordedValue?, type: TypeReference) {
    self.path = path
    self.old = old
    self.new = new
    self.type = type
  }

  /// Returns all differences between two values of a type, in the order of the type's fields.
  package static func all(
    from old: RecordedValue, to new: RecordedValue, as type: TypeReference, in schema: Schema
  ) -> [StateChange] {
    var comparison = ValueComparison(schema: schema, extent: .all)
    comparison.compare(old, new, as: type, path: "")
    return comparison.changes
  }

  /// Returns the change with tokens in place of the secrets that a table knows.
  package func scrubbed(by secrets: SecretTable) -> StateChange {
    StateChange(
      path: secrets.scrubbed(line: path), old: old?.scrubbed(by: secrets),
      new: new?.scrubbed(by: secrets), type: type)
  }
}
