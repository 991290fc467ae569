@_documentation(visibility: internal)
extension Bool: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .bool }

  /// Writes one byte: 0 or 1.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(byte: self ? 1 : 0)
  }

  /// Reads one byte, which must be 0 or 1.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self = try decoder.tag(below: 2) == 1
  }

  /// Writes nothing, because a Boolean value can change in only one way.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    self != old
  }
}

@_documentation(visibility: internal)
extension Recordable where Self: FixedWidthInteger & SignedInteger {
  /// Describes the type by its width.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    precondition(bitWidth <= 64, "\(Self.self) is wider than the 64 bits that can be recorded")
    return .signed(bits: bitWidth)
  }

  /// Writes the integer, zigzag-encoded.
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

@_documentation(visibility: internal)
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

@_documentation(visibility: internal)
extension Float: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .float }

  /// Writes the bits, which preserves signed zeros and the payloads of NaNs.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(fixed: bitPattern)
  }

  /// Reads the bits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(bitPattern: try decoder.fixed())
  }

  /// Writes the new bits if they differ: a NaN equals itself, and 0 differs from -0.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard bitPattern != old.bitPattern else { return false }
    record(into: &encoder)
    return true
  }
}

@_documentation(visibility: internal)
extension Double: Recordable {
  /// Describes the type.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .double }

  /// Writes the bits, which preserves signed zeros and the payloads of NaNs.
  @inlinable
  public func record(into encoder: inout RecordEncoder) {
    encoder.append(fixed: bitPattern)
  }

  /// Reads the bits.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(bitPattern: try decoder.fixed())
  }

  /// Writes the new bits if they differ: a NaN equals itself, and 0 differs from -0.
  @inlinable
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    guard bitPattern != old.bitPattern else { return false }
    record(into: &encoder)
    return true
  }
}

@_documentation(visibility: internal)
extension Duration: Recordable {
  /// Describes the type as a tuple of whole seconds and remaining attoseconds.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    .tuple([
      RecordField("seconds", .signed(bits: 64)), RecordField("attoseconds", .signed(bits: 64)),
    ])
  }

  /// Writes seconds and attoseconds.
  public func record(into encoder: inout RecordEncoder) {
    let (seconds, attoseconds) = components(reportingTo: &encoder)
    encoder.encode(seconds)
    encoder.encode(attoseconds)
  }

  /// Reads seconds and attoseconds.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let seconds: Int64 = try decoder.decode()
    let attoseconds: Int64 = try decoder.decode()
    let second: Int64 = 1_000_000_000_000_000_000
    guard -second < attoseconds, attoseconds < second else {
      throw .invalidValue(
        type: "Duration", description: "\(attoseconds) attoseconds are a second or more",
        offset: start)
    }
    guard seconds.signum() * attoseconds.signum() >= 0 else {
      throw .invalidValue(
        type: "Duration",
        description: "\(seconds) seconds and \(attoseconds) attoseconds have different signs",
        offset: start)
    }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  /// Writes the differences of seconds and of attoseconds.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let old = old.components(reportingTo: &encoder)
    let new = components(reportingTo: &encoder)
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.seconds, to: new.seconds)
    encoder.field(1, of: product, from: old.attoseconds, to: new.attoseconds)
    return encoder.close(product)
  }

  /// Returns seconds and attoseconds. Fails and returns zeros if the seconds do not fit 64 bits.
  private func components(
    reportingTo encoder: inout RecordEncoder
  ) -> (seconds: Int64, attoseconds: Int64) {
    // The standard library traps when it computes the components of such a duration.
    let second = Duration.seconds(1)
    guard .seconds(Int64.min) - second < self, self < .seconds(Int64.max) + second else {
      encoder.fail(
        .notEncodable(type: "Duration", description: "its seconds do not fit 64 bits"))
      return (0, 0)
    }
    return components
  }
}
