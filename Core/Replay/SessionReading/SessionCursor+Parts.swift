import RecordCoding
package import RecordSchema
import SessionLog

/// A part of a log, in the order in which a log has them.
package enum SessionPart: Sendable {
  /// A whole state after a step, with what the log holds beside it.
  case state(RecordedValue, after: UInt64, followsGap: Bool, supplement: [UInt8])
  /// A step, with its change of state as the level of the log has it.
  case step(RecordedStep, RecordedChange)
}

/// What a log holds of the change that a step made of the state.
package enum RecordedChange: Sendable {
  /// Nothing: there was none, or the log is of the level `actions`.
  case none
  /// What each part was, and what it is.
  case exact([ValueChange])
  /// The bytes of a change from outside in a log of the level `actions`, which has no state to read
  /// them with.
  case bytes([UInt8])
}

/// Where a block that was opened begins with a state.
struct OpenedKeyframe {
  let after: UInt64
  let followsGap: Bool
  /// Where what it holds beside the state is in the payload.
  let supplement: Range<Int>?
}

extension SessionCursor {
  /// Reads the next state or step, with all that the log holds of it; `nil` behind the last.
  package mutating func nextPart() throws(SessionReadError) -> SessionPart? {
    while true {
      if let keyframe = takeKeyframe() {
        return .state(
          state, after: keyframe.after, followsGap: keyframe.followsGap,
          supplement: keyframe.supplement.map { Array(payload[$0]) } ?? [])
      }
      if upcoming != nil { break }
      guard nextBlock < reader.log.blocks.count else { return nil }
      try openBlock()
    }
    let old = state
    guard let (location, row) = try advance() else { return nil }
    let step = try step(at: location, row)
    guard let range = row.change else { return .step(step, .none) }
    guard reader.header.level == .steps else {
      return .step(step, .bytes(Array(payload[range])))
    }
    let (type, schema) = (reader.header.state, reader.header.schema)
    var decoder = RecordDecoder(payload, in: range)
    let new = state
    do throws(BadBlock) {
      let changes = try BadBlock.reading {
        try ValueChange.all(from: old, to: new, reading: &decoder, as: type, in: schema)
      }
      return .step(step, .exact(changes))
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }
}
