extension Float: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .float }

  /// Writes the bits, so that signed zeros and the payloads of NaNs are kept.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(fixed: bitPattern)
  }

  /// Reads the bits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(bitPattern: try decoder.fixed())
  }

  /// Writes the new bits if they differ: a NaN equals itself, and zero is not minus zero.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard bitPattern != old.bitPattern else { return false }
    record(into: &encoder)
    return true
  }
}

extension Double: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .double }

  /// Writes the bits, so that signed zeros and the payloads of NaNs are kept.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(fixed: bitPattern)
  }

  /// Reads the bits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(bitPattern: try decoder.fixed())
  }

  /// Writes the new bits if they differ: a NaN equals itself, and zero is not minus zero.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard bitPattern != old.bitPattern else { return false }
    record(into: &encoder)
    return true
  }
}
