/// Reads values that a `RecordEncoder` wrote.
///
/// Nothing that is read is trusted: lengths are bounded by the bytes that are left before memory is
/// taken, nesting is bounded, and integers must be in their shortest form.
public struct RecordDecoder: Sendable {
  @usableFromInline let bytes: [UInt8]
  @usableFromInline let end: Int
  @usableFromInline var depth = 0
  @usableFromInline package var place: Int
  /// What a keyframe has beside the state; `nil` while something else is read.
  package var supplement: KeyframeSupplement?

  /// The offset of the next byte.
  public package(set) var position: Int {
    @inlinable get { place }
    set { place = newValue }
  }

  /// Creates a decoder of bytes, from an offset in them.
  public init(_ bytes: [UInt8], from position: Int = 0) {
    precondition(
      (0...bytes.count).contains(position),
      "the offset \(position) lies outside of the \(bytes.count) bytes")
    self.bytes = bytes
    self.end = bytes.count
    place = position
  }

  /// Creates a decoder of a range of bytes.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(
      range.upperBound <= bytes.count,
      "the range \(range) lies outside of the \(bytes.count) bytes")
    self.bytes = bytes
    end = range.upperBound
    place = range.lowerBound
  }

  /// Whether every byte has been read.
  @inlinable
  public var isAtEnd: Bool { place == end }

  /// The number of bytes left.
  @inlinable
  public var remaining: Int { end - place }

  /// Reads a value of the type that the context asks for.
  @inlinable
  public mutating func decode<Value: Recordable>(
    _ type: Value.Type = Value.self
  ) throws(RecordDecodingError) -> Value {
    try enter()
    let value = try Value(recorded: &self)
    leave()
    return value
  }

  /// Goes one level deeper into a value.
  @inlinable
  package mutating func enter() throws(RecordDecodingError) {
    guard depth < RecordEncoder.maximumDepth else {
      throw .tooDeep(limit: RecordEncoder.maximumDepth, offset: place)
    }
    depth += 1
  }

  /// Comes back from one level.
  @inlinable
  package mutating func leave() {
    depth -= 1
  }

  /// Reads one byte.
  @inlinable
  public mutating func byte() throws(RecordDecodingError) -> UInt8 {
    guard place < end else { throw .truncated(offset: place) }
    let byte = bytes[place]
    place += 1
    return byte
  }

  /// Reads so many bytes.
  @inlinable
  public mutating func take(_ count: Int) throws(RecordDecodingError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw .truncated(offset: place) }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  /// Passes over the next bytes if they are these; returns whether they are.
  package mutating func skip(_ expected: [UInt8]) -> Bool {
    guard expected.count <= remaining else { return false }
    guard bytes[place..<(place + expected.count)].elementsEqual(expected) else {
      return false
    }
    place += expected.count
    return true
  }
}

extension RecordDecoder {
  /// The bytes from an offset up to the next one to be read, which are not copied.
  func slice(from start: Int) -> ArraySlice<UInt8> {
    bytes[start..<place]
  }

  /// The bytes from an offset up to the next one to be read.
  package func bytes(from start: Int) -> [UInt8] {
    Array(bytes[start..<place])
  }

  /// The byte at an offset.
  package subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// Passes over bytes behind their count, and tells where they are.
  package mutating func countedRange() throws(RecordDecodingError) -> Range<Int> {
    let count = try count()
    defer { place += count }
    return place..<(place + count)
  }
}
