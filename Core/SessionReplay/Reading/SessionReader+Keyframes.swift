import RecordCoding
import RecordSchema
import SessionLog

extension SessionReader {
  /// The state after a step, if a block starts with it.
  func keyframe(after step: UInt64) throws(SessionReadError) -> RecordedValue? {
    guard let place = keyframe(upTo: step), log.blocks[place].firstStep == step + 1
    else { return nil }
    let block = try steps(ofBlockAt: place)
    do throws(BadBlock) {
      var memory = StateMemory.ofKeyframe(memberLength: log.blocks[place].memberLength)
      return try block.keyframe.map { keyframe throws(BadBlock) in
        try value(ofKeyframe: keyframe, in: block.payload, memory: &memory)
      }
    } catch {
      throw fault(inBlockAt: place, wholeSteps: step, error)
    }
  }

  /// The state after the last step that a cursor has read, if the log holds it.
  func state(at cursor: SessionCursor) throws(SessionReadError) -> RecordedValue? {
    cursor.knowsState ? cursor.state : try keyframe(after: cursor.number)
  }
}
