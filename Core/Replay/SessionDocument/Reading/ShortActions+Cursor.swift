package import RecordedValues
package import SessionModel

extension ShortActions {
  package init(header: SessionHeader) {
    self.init(schema: header.schema, action: header.action, state: header.state)
  }

  /// Returns the short texts of the UUIDs in the next action of a cursor.
  package mutating func uuids(
    ofNextActionOf cursor: inout SessionCursor
  ) throws(SessionReadError) -> ShortUUIDs {
    guard let action = try cursor.nextAction(), cursor.knowsState else { return .none }
    return uuids(of: action, in: cursor.state)
  }
}
