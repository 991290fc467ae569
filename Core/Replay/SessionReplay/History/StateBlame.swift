package import RecordSchema
import SessionLog

/// A state with the steps that last wrote its parts.
package struct StateBlame: Sendable {
  /// The number of the step after which the state is.
  package let step: UInt64
  /// The state.
  package let state: RecordedValue
  /// Who wrote its parts.
  package let writes: WriteTree
  /// The number of the step after which the log begins: what has it was never written since.
  package let start: UInt64

  /// Follows the steps of a log that holds its states, up to one or the last of which the state is
  /// known.
  package init(_ reader: SessionReader, at step: UInt64?) throws(SessionReadError) {
    var cursor = try SessionCursor(reader)
    cursor.followWrites()
    start = cursor.number
    var last = step ?? 0
    if step == nil { last = try reader.lastWholeStep() }
    while cursor.number < last {
      guard try cursor.pass() != nil else { break }
    }
    self.step = cursor.number
    state = cursor.state
    writes = cursor.writes ?? WriteTree(step: start)
  }
}
