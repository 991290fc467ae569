/// Reads values that a `RecordEncoder` wrote.
///
/// Nothing that is read is trusted: lengths are bounded by the bytes that are left before memory is
/// taken, nesting is bounded, and integers must be in their shortest form.
public struct RecordDecoder: Sendable {
  fileprivate let bytes: [UInt8]
  private let end: Int
  private var depth = 0

  /// The offset of the next byte.
  public package(set) var position: Int

  /// Creates a decoder of bytes, from an offset in them.
  public init(_ bytes: [UInt8], from position: Int = 0) {
    precondition(
      (0...bytes.count).contains(position),
      "the offset \(position) lies outside of the \(bytes.count) bytes")
    self.bytes = bytes
    self.end = bytes.count
    self.position = position
  }

  /// Whether every byte has been read.
  public var isAtEnd: Bool { position == end }

  /// The number of bytes left.
  public var remaining: Int { end - position }

  /// Reads a value of the type that the context asks for.
  public mutating func decode<Value: Recordable>(
    _ type: Value.Type = Value.self
  ) throws(RecordDecodingError) -> Value {
    try enter()
    let value = try Value(recorded: &self)
    leave()
    return value
  }

  /// Goes one level deeper into a value.
  package mutating func enter() throws(RecordDecodingError) {
    guard depth < RecordEncoder.maximumDepth else {
      throw .tooDeep(limit: RecordEncoder.maximumDepth, offset: position)
    }
    depth += 1
  }

  /// Comes back from one level.
  package mutating func leave() {
    depth -= 1
  }

  /// Reads one byte.
  public mutating func byte() throws(RecordDecodingError) -> UInt8 {
    guard position < end else { throw .truncated(offset: position) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads so many bytes.
  public mutating func take(_ count: Int) throws(RecordDecodingError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw .truncated(offset: position) }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// Passes over the next bytes if they are these; returns whether they are.
  package mutating func skip(_ expected: [UInt8]) -> Bool {
    guard expected.count <= remaining else { return false }
    guard bytes[position..<(position + expected.count)].elementsEqual(expected) else {
      return false
    }
    position += expected.count
    return true
  }
}

extension RecordDecoder {
  /// The bytes from an offset up to the next one to be read, which are not copied.
  func slice(from start: Int) -> ArraySlice<UInt8> {
    bytes[start..<position]
  }

  /// The bytes from an offset up to the next one to be read.
  package func bytes(from start: Int) -> [UInt8] {
    Array(bytes[start..<position])
  }
}
