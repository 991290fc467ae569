import SessionRecording
package import RecordCoding
import DependencyInjection
import SharedState

/// A state from which an app can resume later, even if shared values have changed since.
package struct KeptState<State: Recordable> {
  private let value: State
  /// The encoded state; `nil` if nothing in it can change in place.
  private let keyframe: Keyframe?

  private struct Keyframe {
    let bytes: [UInt8]
    let supplement: [UInt8]
  }

  package init(_ state: State) {
    value = state
    keyframe =
      SharedReference.first(in: State.self).map { _ in
        let parts = SupplementEncoder()
        return Keyframe(
          bytes: Self.bytes(of: state),
          supplement: {
            _ = Self.bytes(of: state, supplement: parts)
            return parts.encoded
          }())
      }
  }

  /// Shared values belong to the current context, and have the values that were kept.
  package func state() -> State {
    guard let keyframe else { return value }
    var decoder = RecordDecoder(keyframe.bytes)
    decoder.supplement = try? KeyframeSupplement(
      keyframe.supplement, in: keyframe.supplement.indices, ofStateAt: 0)
    let state = DependencyValues.current.sharedReferences.restoring {
      try? decoder.decode(State.self)
    }
    return state ?? value
  }

  /// Returns the size in bytes of an encoded state, without the parts that only keyframes store.
  package static func byteCount(of state: State) -> Int { bytes(of: state).count }

  private static func bytes(
    of state: State, supplement: SupplementEncoder? = nil
  ) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.supplement = supplement
    encoder.encode(state)
    return encoder.bytes
  }
}
