import ComposableArchitecture
import RecordCoding

/// A step as it is written: the action, where it came from, and all that followed from it.
struct StepRecord<State: Recordable, Action: Recordable> {
  let number: UInt64
  let action: Action
  let origin: StepOrigin
  /// Since the step before, or since the recording began.
  let elapsedMilliseconds: UInt64
  let draws: DrawRecording
  let effect: EffectShape
  let before: State
  let after: State

  /// Writes the step; `ARCHITECTURE.md`, "Steps", describes the bytes.
  func record(into encoder: inout RecordEncoder) {
    let flagsPlace = encoder.bytes.count
    var flags: StepFlags = []
    encoder.append(byte: 0)
    if case .received(let startedBy) = origin {
      flags.insert(.received)
      encoder.append(varint: number - startedBy)
    }
    if elapsedMilliseconds > 0 {
      flags.insert(.elapsed)
      encoder.append(varint: elapsedMilliseconds)
    }
    encoder.encode(action)
    if draws.count > 0 {
      flags.insert(.draws)
      encoder.append(count: draws.count)
      encoder.append(contentsOf: draws.bytes)
    }
    if effect != .none {
      flags.insert(.effect)
      effect.record(into: &encoder)
    }
    if encoder.encodeChange(from: before, to: after) { flags.insert(.change) }
    encoder.replaceByte(at: flagsPlace, with: flags.rawValue)
  }
}
