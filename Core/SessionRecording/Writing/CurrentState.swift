import ComposableArchitecture
import RecordCoding

/// The state of a session between two steps, with what only keyframes hold.
///
/// The track of a recording does not have these parts, so they come from the store's own memory.
struct CurrentState<State: Recordable> {
  private let hasParts: Bool
  private let isRedacted: Bool
  private let level: RecordingLevel
  /// The memory in which the state changes; `nil` before the store begins.
  var storage: StateStorage<State>?

  /// Creates the state of a log with a header.
  init(of header: SessionHeader) {
    hasParts = header.supplements != nil
    isRedacted = header.redacted != nil
    level = header.level
  }

  /// The digests of the parts; empty if there are none, or if a last keyframe holds them.
  var digests: [UInt8] {
    guard hasParts, !needsLastKeyframe(afterSteps: true), let storage else { return [] }
    return PartDigests(of: storage.pointer.pointee).encoded
  }

  /// Whether a log ends with a keyframe. Without changes, only that tells whether the steps led to
  /// the right state; of parts with tokens, digests would tell nothing.
  func needsLastKeyframe(afterSteps: Bool) -> Bool {
    level == .actions || hasParts && isRedacted && afterSteps
  }

  /// Calls a closure with the state, or with that of a track before the store begins.
  func with<Result, Failure: Error>(
    or track: StateTrack<State>, _ body: (UnsafePointer<State>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let storage { return try body(storage.pointer) }
    return try withUnsafePointer(to: track.state, body)
  }
}
