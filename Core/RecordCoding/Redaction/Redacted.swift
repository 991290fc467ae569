/// A value that no log may hold: a token of its shape is recorded in its place.
///
///     @Recordable
///     struct Login {
///       @Redacted var password = ""
///     }
///
///     @Recordable
///     enum Action {
///       case passwordChanged(Redacted<String>)
///     }
///
/// Within a log the same value has the same token, and another value another one. In a replay the
/// reducer works with the tokens. What it does by comparing such values, or by the length of a text,
/// goes as recorded; what it does by their content may not. What is within a redacted field is not
/// compared.
///
/// A text, UUID, URL or data that is a secret is a token in all that is written from then on, marked
/// or not; from four characters on as a part of other texts, too. What was written before cannot be
/// taken back, and numbers, dates and the like are not recognised: mark every field that keeps them.
@propertyWrapper
public struct Redacted<Value: Redactable> {
  /// The value itself.
  public var wrappedValue: Value

  /// Marks a value as one that no log may hold.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Marks a value as one that no log may hold.
  public init(_ value: Value) {
    self.init(wrappedValue: value)
  }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same, whatever the value.
  public var description: String { "redacted" }
  /// Always the same, whatever the value.
  public var debugDescription: String { description }
  /// A mirror that shows nothing of the value.
  @_documentation(visibility: internal)
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

@_documentation(visibility: internal)
extension Redacted: Recordable {
  /// Describes the type as that of the value, and notes that it is redacted.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    let type = schema.reference(to: Value.self)
    schema.noteRedaction(of: type)
    return type
  }

  /// Writes the token. Outside of a recording, the value is a token already.
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
