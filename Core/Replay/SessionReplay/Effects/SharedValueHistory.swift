import RecordCoding
import RecordedValues
import SessionModel
import SessionDocument

/// The recorded values of shared state, which a replay takes when code outside of reducers changed
/// them.
struct SharedValueHistory<State: Recordable> {
  private let reader: SessionReader
  private var cursor: SessionCursor?

  init(_ reader: SessionReader) {
    self.reader = reader
  }

  /// Gives the shared values of a state the values that they had after a step.
  mutating func restore(_ state: UnsafePointer<State>, after step: UInt64) {
    // The steps have been read before. Reading them again does not fail.
    guard let recorded = try? bytes(after: step) else { return }
    RecordedSharedValues.restore(state, from: recorded)
  }

  private mutating func bytes(after step: UInt64) throws(SessionReadError) -> [UInt8]? {
    // Take it out, to make no copy of the state.
    var cursor: SessionCursor
    if let current = self.cursor.take(), current.number <= step {
      cursor = current
    } else {
      cursor = try SessionCursor(reader, at: step)
    }
    defer { self.cursor = cursor }
    while cursor.number < step, try cursor.pass() != nil {}
    guard cursor.knowsState else { return nil }
    return reader.header.schema.bytes(of: cursor.state, as: reader.header.state)
  }
}
