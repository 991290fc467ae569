extension Redacted: Recordable {
  /// Describes the type as that of the value, and notes that it is redacted.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.noteRedaction()
    return schema.reference(to: Value.self)
  }

  /// Writes the token; outside of a recording, what is there is a token already.
  public func record(into encoder: inout RecordEncoder) {
    encoder.encode(token(for: &encoder))
  }

  /// Reads a token.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(try decoder.decode())
  }

  /// Writes the change from one token to another.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    encoder.encodeChange(from: old.token(for: &encoder), to: token(for: &encoder))
  }

  private func token(for encoder: inout RecordEncoder) -> Value {
    switch encoder.redaction {
    case .none: wrappedValue
    case .masks: Value.redactedMask
    case .tokens(let secrets): secrets.token(for: wrappedValue, reportingTo: &encoder)
    }
  }
}
