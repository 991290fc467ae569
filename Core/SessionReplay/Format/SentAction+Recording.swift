import ActionText
import ComposableArchitecture
import RecordCoding
import RecordSchema

extension SentAction {
  /// The bytes of an action, or nothing if it cannot be recorded.
  init(bytesOf action: some Recordable) {
    var encoder = RecordEncoder()
    encoder.encode(action)
    self = encoder.hasFailed ? .unknown : .bytes(encoder.bytes)
  }
}

extension ActionText {
  /// The names of an action's cases, such as `alerts.post`, without what is in them.
  func caseNames(of action: some Recordable) -> String {
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
enum SentActionForm: Sendable {
  /// As bytes.
  case bytes
  /// As bytes if no text is in them, else as names: a text may turn out to be a secret later.
  case names(ActionText)

  /// The form in a log with such a header.
  init(in header: SessionHeader) {
    self =
      header.redacted == nil
      ? .bytes : .names(ActionText(schema: header.schema, type: header.action))
  }

  /// Whether a secret may be among what is written.
  var hasSecrets: Bool {
    if case .names = self { true } else { false }
  }

  /// An action in the form.
  func callAsFunction(_ action: some Recordable) -> SentAction {
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
    encoder.veilsText = true
    encoder.encode(action)
    return SentAction(bytesOf: action) != .bytes(encoder.bytes)
  }
}
