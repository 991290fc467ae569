extension Recordable where Self: FixedWidthInteger & SignedInteger {
  /// Describes the type by its width.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    precondition(bitWidth <= 64, "\(Self.self) is wider than the 64 bits that can be recorded")
    return .signed(bits: bitWidth)
  }

  /// Writes the integer with its sign folded in.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(zigzag: Int64(self))
  }

  /// Reads an integer, which must fit the type.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    guard let value = Self(exactly: try decoder.zigzag()) else {
      throw .integerOutOfRange(type: "\(Self.self)", offset: start)
    }
    self = value
  }

  /// Writes the difference.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    encoder.append(zigzag: Int64(self) &- Int64(old))
    return true
  }
}

extension Recordable where Self: FixedWidthInteger & UnsignedInteger {
  /// Describes the type by its width.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    precondition(bitWidth <= 64, "\(Self.self) is wider than the 64 bits that can be recorded")
    return .unsigned(bits: bitWidth)
  }

  /// Writes the integer.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(varint: self)
  }

  /// Reads an integer, which must fit the type.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self = try decoder.varint()
  }

  /// Writes the difference, which wraps around at 64 bits.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard self != old else { return false }
    encoder.append(zigzag: Int64(bitPattern: UInt64(self) &- UInt64(old)))
    return true
  }
}

extension Int: Recordable {}
extension Int8: Recordable {}
extension Int16: Recordable {}
extension Int32: Recordable {}
extension Int64: Recordable {}
extension UInt: Recordable {}
extension UInt8: Recordable {}
extension UInt16: Recordable {}
extension UInt32: Recordable {}
extension UInt64: Recordable {}
