package import RecordedValues
package import RecordCoding
package import ReducerRuntime
package import SessionModel

/// A step to be written, without its action and its change of state.
package struct StepRecord {
  package let number: UInt64
  /// The milliseconds since the previous step, or since the recording started.
  package let elapsedMilliseconds: UInt64
  /// The details, or `nil` if the user sent the action, and it read nothing and has no effect.
  package let details: StepDetails?

  package init(number: UInt64, elapsedMilliseconds: UInt64, details: StepDetails?) {
    self.number = number
    self.elapsedMilliseconds = elapsedMilliseconds
    self.details = details
  }
}

/// The parts that few steps have. A class, because most steps then need only one empty word.
package final class StepDetails {
  package let origin: StepOrigin
  package let reads: StepReads?
  package let effect: EffectShape
  /// The identities in the effect, or an empty array if there are no secrets.
  package let identities: [any Hashable & Sendable]

  package init(
    origin: StepOrigin, reads: StepReads?, effect: EffectShape,
    identities: [any Hashable & Sendable]
  ) {
    self.origin = origin
    self.reads = reads
    self.effect = effect
    self.identities = identities
  }

  package convenience init(
    _ origin: StepOrigin, _ reads: StepReads?, _ effect: Effect<some Recordable>,
    form: SentActionForm
  ) {
    self.init(
      origin: origin, reads: reads, effect: effect.shape { form($0) },
      identities: form.hasSecrets ? effect.identities : [])
  }
}

extension SentAction {
  /// Creates the encoded form of an action, or `unknown` if the action cannot be recorded.
  package init(bytesOf action: some Recordable) {
    var encoder = RecordEncoder()
    encoder.encode(action)
    self = encoder.hasFailed ? .unknown : .bytes(encoder.bytes)
  }
}

extension ActionText {
  /// Returns the names of an action's cases, such as `alerts.post`, without their payloads.
  package func caseNames(of action: some Recordable) -> String {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
    encoder.encode(action)
    var decoder = RecordDecoder(encoder.bytes)
    let value = try? decoder.decodeValue(of: type, in: schema)
    let text = value.map { self.text(of: $0) } ?? ""
    return String(text.prefix { $0 != "(" && $0 != "[" })
  }
}

/// The form in which a log stores the actions that effects send.
package enum SentActionForm: Sendable {
  case bytes
  /// Bytes or, if the action contains text, a name, since the text may become secret later.
  case names(ActionText)

  package init(in header: SessionHeader) {
    self =
      header.redacted == nil
      ? .bytes : .names(ActionText(schema: header.schema, type: header.action))
  }

  /// Whether the written actions may contain secrets.
  package var hasSecrets: Bool {
    if case .names = self { true } else { false }
  }

  package func callAsFunction(_ action: some Recordable) -> SentAction {
    switch self {
    case .bytes: SentAction(bytesOf: action)
    case .names(let text):
      Self.hasText(action) ? .name(text.caseNames(of: action)) : SentAction(bytesOf: action)
    }
  }

  private static func hasText(_ action: some Recordable) -> Bool {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
    encoder.masksText = true
    encoder.encode(action)
    return SentAction(bytesOf: action) != .bytes(encoder.bytes)
  }
}

extension SessionWriter {
  package func append(_ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>) {
    let origin = step.details?.origin ?? .sent
    begin(action, number: step.number, origin: origin, elapsed: step.elapsedMilliseconds)
    finish(action, number: step.number, details: step.details, leadingTo: state)
  }
}
