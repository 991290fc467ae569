import RecordCoding
package import RecordedValues
import SessionLog
import SessionModel

/// A state, step or event of a log, in the order in which the log stores them.
package enum SessionPart: Sendable {
  /// A complete state after a step, with the additional data that keyframes store.
  case state(RecordedValue, after: UInt64, followsGap: Bool, supplement: [UInt8])
  /// A step, with the state change that the level of the log records.
  case step(RecordedStep, RecordedChange)
  /// An event of an effect between steps.
  case event(EventPart)
}

package enum RecordedChange: Sendable {
  /// No data: the state did not change, or the level of the log is `actions`.
  case none
  /// The old and new value of each part that changed.
  case exact([ValueChange])
  /// The encoded change from outside, in a log of the level `actions`, which has no state to decode
  /// it with.
  case bytes([UInt8])
}

struct OpenedKeyframe {
  let after: UInt64
  let followsGap: Bool
  let supplement: Range<Int>?
}

extension SessionCursor {
  /// Reads the next state, step or event with all its data; `nil` after the last.
  package mutating func nextPart() throws(SessionReadError) -> SessionPart? {
    while true {
      if let keyframe = takeKeyframe() {
        return .state(
          state, after: keyframe.after, followsGap: keyframe.followsGap,
          supplement: keyframe.supplement.map { Array(payload[$0]) } ?? [])
      }
      if let event = try takeEvent() { return .event(event) }
      if upcoming != nil { break }
      guard nextBlock < reader.log.blocks.count else { return nil }
      try openBlock()
    }
    let old = state
    guard let (location, row) = try advance() else { return nil }
    let step = try step(at: location, row)
    guard let range = row.change else { return .step(step, .none) }
    guard reader.header.level != .actions else {
      return .step(step, .bytes(Array(payload[range])))
    }
    let (type, schema) = (reader.header.state, reader.header.schema)
    var decoder = RecordDecoder(payload, in: range)
    do throws(BadBlock) {
      let changes = try BadBlock.reading {
        try ValueChange.all(from: old, reading: &decoder, as: type, in: schema)
      }
      return .step(step, .exact(changes))
    } catch {
      throw reader.fault(inBlockAt: nextBlock - 1, wholeSteps: number, error)
    }
  }
}
