import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel

extension SessionWriter {
  /// Records a step with more than a change of the state, or whose values must be redacted.
  @inline(never)
  func finishDetails(
    _ action: Action, _ details: StepDetails?, _ state: UnsafePointer<State>
  ) {
    change.reset()
    let hasChanged =
      secrets?.advance(track, to: state, after: action, details?.reads, into: &change)
      ?? track.advance(to: state, into: &change)
    let effect = details.map { shape(of: $0) } ?? .none
    let level = header.level
    let changeBytes = change.bytes
    let outcome = { (row: inout RecordEncoder) -> StepFlags in
      var flags = StepFlags.none
      if effect != .none {
        effect.record(into: &row)
        flags.insert(.effect)
      }
      guard hasChanged, level != .actions else { return flags }
      row.append(contentsOf: changeBytes)
      flags.insert(.change)
      return flags
    }
    guard !change.hasFailed, details?.reads?.failure == nil else {
      failure = change.failure ?? details?.reads?.failure
      return
    }
    if secrets == nil {
      block.pointee.finish(reads: details?.reads?.bytes, outcome)
    } else {
      let reads = details?.reads.map { secrets?.scrubbed($0.bytes) ?? $0.bytes }
      block.pointee.finishReplacing(action, in: objects, reads: { reads }, outcome)
    }
  }

  private func shape(of details: StepDetails) -> EffectShape {
    guard let secrets else { return details.effect }
    return details.effect.redacted(details.identities, by: secrets.table)
  }
}
