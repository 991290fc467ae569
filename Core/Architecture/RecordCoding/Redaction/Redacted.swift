/// A value that is never written to a log: a token of the same shape is recorded in its place.
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
/// Within a log, equal values have equal tokens, and different values have different tokens. In a
/// replay, the reducer works with the tokens. Code that compares redacted values, or uses the
/// length of a text, behaves as recorded. Code that depends on their content may not. The content
/// of a redacted field is not compared.
///
/// Once a text, UUID, URL or data is a secret, its token replaces it in everything that is written,
/// whether marked or not. A secret of at least four characters is also replaced within other texts.
/// Earlier output does not change. Numbers, dates and similar values are not recognized: mark every
/// field that contains them.
@propertyWrapper
public struct Redacted<Value: Redactable> {
  /// The value, which is not redacted in memory.
  public var wrappedValue: Value

  /// Creates a redacted value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a redacted value.
  public init(_ value: Value) {
    self.init(wrappedValue: value)
  }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A constant text, whatever the value.
  public var description: String { "redacted" }
  /// A constant text, whatever the value.
  public var debugDescription: String { description }
  /// A mirror without children.
  @_documentation(visibility: internal)
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

@_documentation(visibility: internal)
extension Redacted: Recordable {
  /// Describes the type like the type of the value, and notes that it is redacted.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    let type = schema.reference(to: Value.self)
    schema.noteRedaction(of: type)
    return type
  }

  /// Writes the token. Outside of a recording, the value is already a token.
  public func record(into encoder: inout RecordEncoder) {
    if case .survey(let survey) = encoder.redaction, survey.secrets == nil {
      // The value is within a redacted value whose texts are being collected.
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
    if encoder.masksText { return Value.redactedMask }
    switch encoder.redaction {
    case .none: return wrappedValue
    case .masks: return Value.redactedMask
    case .signs: return signed
    case .tokens(let secrets), .markedTokens(let secrets):
      // A redacted value within a token is itself a token.
      guard encoder.rewritesText else { return wrappedValue }
      return secrets.token(for: wrappedValue, reportingTo: &encoder)
    case .survey(let survey):
      _ = survey.secrets?.token(for: wrappedValue, reportingTo: &encoder)
      return Value.redactedMask
    }
  }

  /// A text with a prefixed sign. Values of other types have a common mask.
  private var signed: Value {
    guard Value.self == String.self, let text = wrappedValue as? String,
      let signed = "\(RedactionMode.sign)\(text)" as? Value
    else { return Value.redactedMask }
    return signed
  }
}
