extension Bool: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .bool }

  /// Writes one byte, zero or one.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(byte: self ? 1 : 0)
  }

  /// Reads one byte, which must be zero or one.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self = try decoder.tag(below: 2) == 1
  }

  /// Writes nothing: that it changed is the whole change.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    self != old
  }
}
