package import RecordedValues

/// A search for the UUIDs of an action that are short and unambiguous in the state before its step.
package struct ShortActions {
  private let header: SessionHeader
  private var search: UUIDSearch

  package init(header: SessionHeader) {
    self.header = header
    search = UUIDSearch(header.schema)
  }

  /// Returns the short texts of the UUIDs in the next action of a cursor.
  package mutating func uuids(
    ofNextActionOf cursor: inout SessionCursor
  ) throws(SessionReadError) -> ShortUUIDs {
    guard let action = try cursor.nextAction(), cursor.knowsState else { return .none }
    return ShortUUIDs(
      of: action, as: header.action, in: cursor.state, as: header.state, &search)
  }
}
