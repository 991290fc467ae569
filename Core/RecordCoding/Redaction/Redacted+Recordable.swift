extension Redacted: Recordable {
  /// Describes the type as that of the value, and notes that it is redacted.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    let type = schema.reference(to: Value.self)
    schema.noteRedaction(of: type)
    return type
  }

  /// Writes the token; outside of a recording, what is there is a token already.
  public func record(into encoder: inout RecordEncoder) {
    if case .survey(let survey) = encoder.redaction, survey.secrets == nil {
      // It is within a redacted value, whose texts are looked for.
      return encoder.encode(wrappedValue)
    }
    let token = token(for: &encoder)
    encoder.writingTextAsItIs { $0.encode(token) }
  }

  /// Reads a token.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(try decoder.decode())
  }

  /// Writes the change from one token to another.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let oldToken = old.token(for: &encoder)
    let token = token(for: &encoder)
    return encoder.writingTextAsItIs { $0.encodeChange(from: oldToken, to: token) }
  }

  private func token(for encoder: inout RecordEncoder) -> Value {
    if encoder.veilsText { return Value.redactedMask }
    switch encoder.redaction {
    case .none: return wrappedValue
    case .masks: return Value.redactedMask
    case .signs: return signed
    case .tokens(let secrets):
      // What is redacted within a token is one itself.
      guard encoder.rewritesText else { return wrappedValue }
      return secrets.token(for: wrappedValue, reportingTo: &encoder)
    case .lessons(let secrets), .shown(let secrets):
      _ = secrets.token(for: wrappedValue, reportingTo: &encoder)
      return Value.redactedMask
    case .survey(let survey):
      _ = survey.secrets?.token(for: wrappedValue, reportingTo: &encoder)
      return Value.redactedMask
    }
  }

  /// A text behind a sign, and the same for all values of other types.
  private var signed: Value {
    guard Value.self == String.self, let text = wrappedValue as? String,
      let signed = "\(Redaction.sign)\(text)" as? Value
    else { return Value.redactedMask }
    return signed
  }
}
