extension Optional: Recordable where Wrapped: Recordable {
  /// Describes the type by what it wraps.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .optional(schema.reference(to: Wrapped.self))
  }

  /// Writes whether there is a value, then the value.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    switch self {
    case .none:
      encoder.append(byte: 0)
    case .some(let value):
      encoder.append(byte: 1)
      encoder.encode(value)
    }
  }

  /// Reads whether there is a value, then the value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self = try decoder.tag(below: 2) == 0 ? .none : .some(try decoder.decode())
  }

  /// Writes that the value went (0), came (1, then the value) or changed (2, then the change).
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    switch (old, self) {
    case (.none, .none):
      return false
    case (.some, .none):
      encoder.append(byte: 0)
      return true
    case (.none, .some(let new)):
      encoder.append(byte: 1)
      encoder.encode(new)
      return true
    case (.some(let old), .some(let new)):
      encoder.append(byte: 2)
      if encoder.encodeChange(from: old, to: new) { return true }
      encoder.removeLast()
      return false
    }
  }
}
