package import RecordCoding

/// A search for short texts of the UUIDs in actions. They are unambiguous in the states before the
/// actions.
package struct ShortActions: Sendable {
  private let action: TypeReference
  private let state: TypeReference
  private var search: UUIDSearch

  package init(schema: Schema, action: TypeReference, state: TypeReference) {
    (self.action, self.state) = (action, state)
    search = UUIDSearch(schema)
  }

  /// Returns the short texts of the UUIDs in an action, for the state in which it would be typed.
  package mutating func uuids(of action: RecordedValue, in state: RecordedValue) -> ShortUUIDs {
    ShortUUIDs(of: action, as: self.action, in: state, as: self.state, &search)
  }
}
