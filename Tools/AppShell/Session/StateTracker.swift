import RecordCoding
import RecordSchema
import SessionReplay

/// Follows a state as a value of its schema, as a reader of the log would see it.
@MainActor
final class StateTracker<State: Recordable> {
  private let schema: Schema
  private let type: TypeReference
  private let track: StateTrack<State>
  private var encoder = RecordEncoder()
  /// The state as it was followed last; `nil` if it cannot be recorded.
  private(set) var current: RecordedValue?
  /// What is kept out of what is printed.
  private let secrets: SecretTable?

  init(_ state: State, schema: Schema, type: TypeReference, secrets: SecretTable? = nil) {
    self.secrets = secrets
    self.schema = schema
    self.type = type
    track = StateTrack(state)
    encoder.redaction = redaction
    current = value(of: state)
  }

  /// Goes on to a newer state, and tells what differs.
  func advance(to state: UnsafePointer<State>) -> [StateChange] {
    guard let before = current, follow(state), let current else { return [] }
    let changes = StateChange.all(from: before, to: current, as: type, in: schema)
    return secrets.map { secrets in changes.map { $0.scrubbed(by: secrets) } } ?? changes
  }

  /// Goes on to a newer state, and returns whether it differs.
  @discardableResult
  func follow(_ state: UnsafePointer<State>) -> Bool {
    encoder.reset()
    guard track.advance(to: state, into: &encoder), var value = current else { return false }
    // The value leaves this one for a while, so that it is not copied when it is changed.
    current = nil
    var decoder = RecordDecoder(encoder.bytes)
    do throws(RecordDecodingError) {
      try value.apply(change: &decoder, as: type, in: schema)
      current = value
    } catch {
      current = self.value(of: state.pointee)
    }
    return true
  }

  private func value(of state: State) -> RecordedValue? {
    var encoder = RecordEncoder()
    encoder.redaction = redaction
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: schema)
  }

  /// What is printed while a session runs may end in somebody's file as well.
  private var redaction: Redaction { secrets.map(Redaction.lessons) ?? .masks }
}
