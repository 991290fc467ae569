/// A decoder of values that a `RecordEncoder` wrote.
///
/// The input is not trusted. Lengths are bounded by the remaining bytes before memory is allocated,
/// nesting is bounded, and integers must be in their shortest form.
@_documentation(visibility: internal)
public struct RecordDecoder: Sendable {
  @usableFromInline let bytes: [UInt8]
  @usableFromInline let end: Int
  @usableFromInline var depth = 0
  @usableFromInline package var offset: Int
  /// The additional data of a keyframe; `nil` while something else is read.
  package var supplement: KeyframeSupplement?

  /// The offset of the next byte.
  public package(set) var position: Int {
    @inlinable get { offset }
    set { offset = newValue }
  }

  /// Creates a decoder that starts at an offset in the bytes.
  public init(_ bytes: [UInt8], from position: Int = 0) {
    precondition(
      (0...bytes.count).contains(position),
      "the offset \(position) lies outside of the \(bytes.count) bytes")
    self.bytes = bytes
    self.end = bytes.count
    offset = position
  }

  package init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(
      range.upperBound <= bytes.count,
      "the range \(range) lies outside of the \(bytes.count) bytes")
    self.bytes = bytes
    end = range.upperBound
    offset = range.lowerBound
  }

  /// Whether every byte has been read.
  @inlinable
  public var isAtEnd: Bool { offset == end }

  /// The number of remaining bytes.
  @inlinable
  public var remaining: Int { end - offset }

  /// Reads a value of the type that the context requires.
  @inlinable
  public mutating func decode<Value: Recordable>(
    _ type: Value.Type = Value.self
  ) throws(RecordDecodingError) -> Value {
    try enter()
    let value = try Value(recorded: &self)
    leave()
    return value
  }

  @inlinable
  package mutating func enter() throws(RecordDecodingError) {
    guard depth < RecordEncoder.maximumDepth else {
      throw .tooDeep(limit: RecordEncoder.maximumDepth, offset: offset)
    }
    depth += 1
  }

  @inlinable
  package mutating func leave() {
    depth -= 1
  }

  /// Reads one byte.
  @inlinable
  public mutating func byte() throws(RecordDecodingError) -> UInt8 {
    guard offset < end else { throw .truncated(offset: offset) }
    let byte = bytes[offset]
    offset += 1
    return byte
  }

  /// Reads the given number of bytes.
  @inlinable
  public mutating func take(_ count: Int) throws(RecordDecodingError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw .truncated(offset: offset) }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }

  /// Skips the next bytes if they equal `expected`. Returns whether they do.
  package mutating func skip(_ expected: [UInt8]) -> Bool {
    guard expected.count <= remaining else { return false }
    guard bytes[offset..<(offset + expected.count)].elementsEqual(expected) else {
      return false
    }
    offset += expected.count
    return true
  }
}

extension RecordDecoder {
  /// Returns the bytes from an offset to the current position, without copying them.
  func slice(from start: Int) -> ArraySlice<UInt8> {
    bytes[start..<offset]
  }

  package func bytes(from start: Int) -> [UInt8] {
    Array(bytes[start..<offset])
  }

  package subscript(offset: Int) -> UInt8 { bytes[offset] }

  package mutating func countedRange() throws(RecordDecodingError) -> Range<Int> {
    let count = try count()
    defer { offset += count }
    return offset..<(offset + count)
  }
}

extension RecordDecoder {
  /// Reads an unsigned LEB128 integer, which must be in its shortest form and fit its type.
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

  /// Reads a signed, zigzag-encoded LEB128 integer.
  @inlinable
  public mutating func zigzag() throws(RecordDecodingError) -> Int64 {
    let folded = try varint(UInt64.self)
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// Reads a little-endian integer at its full width.
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

  /// Reads length-prefixed bytes.
  @inlinable
  public mutating func counted() throws(RecordDecodingError) -> ArraySlice<UInt8> {
    try take(try count())
  }

  /// Reads length-prefixed text, which must be UTF-8.
  @inlinable
  public mutating func text() throws(RecordDecodingError) -> String {
    let start = position
    let bytes = try counted()
    guard let text = Self.text(bytes) else { throw .invalidText(offset: start) }
    return text
  }

  @inlinable
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    // `String(validating:)` is not specialized, so short text takes longer. The loop over long text
    // takes longer without optimization.
    guard bytes.count < 64 else { return String(validating: bytes, as: UTF8.self) }
    // Replaces invalid bytes.
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Reads the index of an alternative, which must be below a limit.
  @inlinable
  public mutating func tag(below limit: Int) throws(RecordDecodingError) -> Int {
    let start = position
    let tag = try varint(UInt64.self)
    guard tag < UInt64(limit) else { throw .invalidTag(tag, limit: limit, offset: start) }
    return Int(tag)
  }

  /// Reads the byte of a value without content.
  @inlinable
  public mutating func unit() throws(RecordDecodingError) {
    _ = try tag(below: 1)
  }
}

extension Recordable {
  /// The bytes of the value in a log, without secrets being replaced.
  package var recordedBytes: [UInt8] {
    var encoder = RecordEncoder()
    encoder.encode(self)
    return encoder.bytes
  }

  /// Decodes a value from its bytes. Creates `nil` if they don't begin with a value of the type.
  package init?(decoding bytes: [UInt8]) {
    var decoder = RecordDecoder(bytes)
    guard let value = try? decoder.decode(Self.self) else { return nil }
    self = value
  }
}
