extension Recordable where Self: RawRepresentable, RawValue: Recordable {
  /// Describes the type as its raw type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.reference(to: RawValue.self)
  }

  /// Writes the raw value.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    if RawValue.self == String.self, encoder.rewritesText, isClosed(self) {
      return encoder.writingTextAsItIs { rawValue.record(into: &$0) }
    }
    rawValue.record(into: &encoder)
  }

  /// Reads a raw value, which must be one of the type's.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let rawValue = try RawValue(recorded: &decoder)
    guard let value = Self(rawValue: rawValue) else {
      throw .invalidValue(
        type: "\(Self.self)", description: String(reflecting: rawValue), offset: start)
    }
    self = value
  }

  /// Writes the change of the raw value.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    if RawValue.self == String.self, encoder.rewritesText, isClosed(self) {
      return encoder.writingTextAsItIs { rawValue.recordChange(from: old.rawValue, into: &$0) }
    }
    return rawValue.recordChange(from: old.rawValue, into: &encoder)
  }
}

/// Whether a value is one of an enumeration, whose texts are the program's own and no secrets.
@usableFromInline
func isClosed<Value>(_ value: Value) -> Bool {
  Mirror(reflecting: value).displayStyle == .enum
}
