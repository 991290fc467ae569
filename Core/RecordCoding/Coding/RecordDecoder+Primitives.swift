extension RecordDecoder {
  /// Reads an unsigned integer in LEB128, which must be in its shortest form and fit its type.
  @inlinable
  public mutating func varint<Integer: FixedWidthInteger & UnsignedInteger>(
    _ type: Integer.Type = Integer.self
  ) throws(RecordDecodingError) -> Integer {
    let start = position
    var value: Integer = 0
    var shift = 0
    while true {
      let byte = try byte()
      let bits = Integer(truncatingIfNeeded: byte & 0x7f)
      guard shift < Integer.bitWidth, (bits << shift) >> shift == bits else {
        throw .integerOutOfRange(type: "\(Integer.self)", offset: start)
      }
      value |= bits << shift
      if byte & 0x80 == 0 {
        guard byte != 0 || shift == 0 else { throw .overlongInteger(offset: start) }
        return value
      }
      shift += 7
    }
  }

  /// Reads a signed integer whose sign was folded into its lowest bit.
  @inlinable
  public mutating func zigzag() throws(RecordDecodingError) -> Int64 {
    let folded = try varint(UInt64.self)
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// Reads an integer at its full width, the lowest byte first.
  @inlinable
  public mutating func fixed<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self
  ) throws(RecordDecodingError) -> Integer {
    let bytes = try take(Integer.bitWidth / 8)
    var value: Integer = 0
    for byte in bytes.reversed() { value = value << 8 | Integer(truncatingIfNeeded: byte) }
    return value
  }

  /// Reads the count of elements that take at least one byte each.
  @inlinable
  public mutating func count() throws(RecordDecodingError) -> Int {
    let start = position
    let count = try varint(UInt64.self)
    guard count <= UInt64(remaining) else {
      throw .countExceedsInput(count: count, remaining: remaining, offset: start)
    }
    return Int(count)
  }

  /// Reads bytes behind their count.
  @inlinable
  public mutating func counted() throws(RecordDecodingError) -> ArraySlice<UInt8> {
    try take(try count())
  }

  /// Reads text behind its count of bytes.
  @inlinable
  public mutating func text() throws(RecordDecodingError) -> String {
    let start = position
    guard let text = String(validating: try counted(), as: UTF8.self) else {
      throw .invalidText(offset: start)
    }
    return text
  }

  /// Reads the index of a case or another of so many alternatives.
  @inlinable
  public mutating func tag(below limit: Int) throws(RecordDecodingError) -> Int {
    let start = position
    let tag = try varint(UInt64.self)
    guard tag < UInt64(limit) else { throw .invalidTag(tag, limit: limit, offset: start) }
    return Int(tag)
  }

  /// Reads the byte that stands for a value with nothing in it.
  @inlinable
  public mutating func unit() throws(RecordDecodingError) {
    _ = try tag(below: 1)
  }
}
