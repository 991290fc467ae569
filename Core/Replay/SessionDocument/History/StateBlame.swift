package import RecordedValues
import SessionLog

/// A state with the steps that last wrote its parts.
package struct StateBlame: Sendable {
  package let step: UInt64
  package let state: RecordedValue
  package let writes: WriteTree
  /// The step after which the log begins. Parts attributed to it were not written by a later step.
  package let start: UInt64

  /// Tracks the writes of a log up to a step (default: the last known state).
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
