package import ActionText
package import ComposableArchitecture
package import RecordCoding
import RecordSchema

/// A step as it is written, without its action and its change of state.
package struct StepRecord {
  /// The number of the step.
  package let number: UInt64
  /// The milliseconds since the step before, or since the recording began.
  package let elapsedMilliseconds: UInt64
  /// What few steps have; `nil` if the user sent the action, and it read nothing and has no effect.
  package let details: StepDetails?

  /// Describes a step by all its parts.
  package init(number: UInt64, elapsedMilliseconds: UInt64, details: StepDetails?) {
    self.number = number
    self.elapsedMilliseconds = elapsedMilliseconds
    self.details = details
  }
}

/// What a step has that few steps have.
///
/// An object, so that most steps do with one empty word.
package final class StepDetails {
  /// Where the action came from.
  package let origin: StepOrigin
  /// What the reducer read; `nil` if the reducer read nothing.
  package let reads: StepReads?
  /// The effect that the reducer returned.
  package let effect: EffectShape
  /// The identities in the effect; left out where no secret can be among them.
  package let identities: [any Hashable & Sendable]

  /// Describes by all its parts what few steps have.
  package init(
    origin: StepOrigin, reads: StepReads?, effect: EffectShape,
    identities: [any Hashable & Sendable]
  ) {
    self.origin = origin
    self.reads = reads
    self.effect = effect
    self.identities = identities
  }

  /// What a log keeps of a step's effect, and of where the step came from.
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
  /// The bytes of an action, or nothing if it cannot be recorded.
  package init(bytesOf action: some Recordable) {
    var encoder = RecordEncoder()
    encoder.encode(action)
    self = encoder.hasFailed ? .unknown : .bytes(encoder.bytes)
  }
}

extension ActionText {
  /// The names of an action's cases, such as `alerts.post`, without what is in them.
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

/// In which form a log holds the actions that effects send.
package enum SentActionForm: Sendable {
  /// As bytes.
  case bytes
  /// As bytes if no text is in them, else as names: a text may turn out to be a secret later.
  case names(ActionText)

  /// The form in a log with such a header.
  package init(in header: SessionHeader) {
    self =
      header.redacted == nil
      ? .bytes : .names(ActionText(schema: header.schema, type: header.action))
  }

  /// Whether a secret may be among what is written.
  package var hasSecrets: Bool {
    if case .names = self { true } else { false }
  }

  /// An action in the form.
  package func callAsFunction(_ action: some Recordable) -> SentAction {
    switch self {
    case .bytes: SentAction(bytesOf: action)
    case .names(let text):
      Self.hasText(action) ? .name(text.caseNames(of: action)) : SentAction(bytesOf: action)
    }
  }

  /// Whether an action has texts or redacted values.
  private static func hasText(_ action: some Recordable) -> Bool {
    var encoder = RecordEncoder()
    encoder.redaction = .masks
    encoder.masksText = true
    encoder.encode(action)
    return SentAction(bytesOf: action) != .bytes(encoder.bytes)
  }
}
