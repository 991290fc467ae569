import RecordCoding
import ReducerRuntime
import SessionModel

/// The state of a session between steps, including the parts that only keyframes contain.
///
/// The track of a recording lacks these parts, so they are read from the store's own memory.
struct CurrentState<State: Recordable> {
  private let hasParts: Bool
  private let isRedacted: Bool
  private let level: RecordingLevel
  /// The memory of the state, or `nil` before the store starts.
  var storage: StateStorage<State>?

  init(of header: SessionHeader) {
    hasParts = header.supplements != nil
    isRedacted = header.redacted != nil
    level = header.level
  }

  /// The digests of the parts. Empty if there are none, or if a last keyframe contains the parts.
  var digests: [UInt8] {
    guard hasParts, !needsLastKeyframe(afterSteps: true), let storage else { return [] }
    return PartDigests(of: storage.pointer.pointee).encoded
  }

  /// Returns whether the log ends with a keyframe. Without recorded changes, only this keyframe
  /// shows whether the steps led to the correct state. Digests of parts with tokens would show
  /// nothing.
  func needsLastKeyframe(afterSteps: Bool) -> Bool {
    level == .actions || hasParts && isRedacted && afterSteps
  }

  /// Calls a closure with the state, or with the state of a track before the store starts.
  func with<Result, Failure: Error>(
    or track: StateTrack<State>, _ body: (UnsafePointer<State>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let storage { return try body(storage.pointer) }
    return try withUnsafePointer(to: track.state, body)
  }
}
