import RecordCoding
import SessionReplay

/// Follows a state as a value of its schema, as a reader of the log would see it.
struct StateTracker<State: Recordable> {
  let schema: Schema
  let type: TypeReference
  /// The state; `nil` if it cannot be recorded.
  private(set) var current: RecordedValue?
  private let track: StateTrack<State>
  /// What is kept out of what is printed.
  private let secrets: SecretTable?

  init(_ state: State, schema: Schema, type: TypeReference, secrets: SecretTable? = nil) {
    self.secrets = secrets
    self.schema = schema
    self.type = type
    track = StateTrack(state)
    current = value(of: state)
  }

  /// Goes on to a newer state, and tells what differs.
  mutating func advance(to new: UnsafePointer<State>) -> [StateChange] {
    var encoder = encoder()
    guard track.advance(to: new, into: &encoder), let before = current else { return [] }
    var decoder = RecordDecoder(encoder.bytes)
    var after = before
    do throws(RecordDecodingError) {
      try after.apply(change: &decoder, as: type, in: schema)
      current = after
    } catch {
      current = value(of: new.pointee)
    }
    guard let current else { return [] }
    let changes = StateChange.all(from: before, to: current, as: type, in: schema)
    return secrets.map { secrets in changes.map { $0.scrubbed(by: secrets) } } ?? changes
  }

  private func value(of state: State) -> RecordedValue? {
    var encoder = encoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: type, in: schema)
  }

  private func encoder() -> RecordEncoder {
    var encoder = RecordEncoder()
    // What is printed while a session runs may end in somebody's file as well.
    encoder.redaction = secrets.map(Redaction.lessons) ?? .masks
    return encoder
  }
}
