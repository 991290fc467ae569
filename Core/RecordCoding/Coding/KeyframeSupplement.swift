import Locking

/// The parts of a state that only keyframes hold, as they are written.
///
/// A part is what follows from the steps and would make each of them longer, such as the edits that
/// can be undone. A replay that begins at a keyframe needs it. Parts are found by where in the state
/// they were written, so that what is encoded in another order has none and disturbs no other.
package final class SupplementEncoder: Sendable {
  private let parts = Mutex<[(offset: Int, bytes: [UInt8])]>([])

  /// Creates a supplement without parts.
  package init() {}

  /// The parts of a value.
  convenience init(of value: some Recordable) {
    self.init()
    var encoder = RecordEncoder()
    encoder.supplement = self
    encoder.encode(value)
  }

  func append(_ bytes: [UInt8], at offset: Int) {
    parts.withLock { $0.append((offset, bytes)) }
  }

  /// The same parts, where those of another value are; `nil` if that has more or fewer.
  func moved(to other: SupplementEncoder) -> SupplementEncoder? {
    let (mine, theirs) = (parts.withLock(\.self), other.parts.withLock(\.self))
    guard mine.count == theirs.count, !mine.isEmpty else { return nil }
    let moved = SupplementEncoder()
    for (mine, theirs) in zip(mine, theirs) { moved.append(mine.bytes, at: theirs.offset) }
    return moved
  }

  /// For each part its offset in the state and its counted bytes.
  package var encoded: [UInt8] {
    let parts = parts.withLock(\.self)
    var encoder = RecordEncoder()
    for part in parts {
      encoder.append(count: part.offset)
      encoder.append(counted: part.bytes)
    }
    return encoder.bytes
  }
}

/// The parts of a state that only keyframes hold, as they are read.
package final class KeyframeSupplement: Sendable {
  /// Where the state begins in the bytes that are decoded.
  let start: Int
  private let bytes: [UInt8]
  private let parts: [Int: Range<Int>]

  /// Reads the parts of a state that begins at an offset.
  package init(
    _ bytes: [UInt8], in range: Range<Int>, ofStateAt start: Int
  ) throws(RecordDecodingError) {
    self.start = start
    self.bytes = bytes
    var decoder = RecordDecoder(bytes, in: range)
    var parts: [Int: Range<Int>] = [:]
    while !decoder.isAtEnd {
      let offset = try decoder.varint(UInt32.self)
      parts[Int(offset)] = try decoder.countedRange()
    }
    self.parts = parts
  }

  /// Takes the parts of one state for another that was read without them; `nil` if it has none, or
  /// more or fewer.
  package convenience init?<State: Recordable>(of state: State, for other: State) {
    guard let parts = SupplementEncoder(of: state).moved(to: SupplementEncoder(of: other))
    else { return nil }
    let bytes = parts.encoded
    try? self.init(bytes, in: bytes.indices, ofStateAt: 0)
  }

  func part(at offset: Int) -> RecordDecoder? {
    parts[offset - start].map { RecordDecoder(bytes, in: $0) }
  }
}

extension RecordEncoder {
  /// Writes a part that only keyframes hold; does nothing where something else is written.
  ///
  /// It is to be written by `record(into:)`, and read at the same point of `init(recorded:)`.
  public mutating func encodeInKeyframe(_ write: (inout RecordEncoder) -> Void) {
    guard let supplement else { return }
    var part = nested()
    write(&part)
    if let failure = part.failure { fail(failure) }
    supplement.append(part.bytes, at: count)
  }
}

extension RecordDecoder {
  /// Reads a part that only keyframes hold; `nil` where something else is read.
  public func decodeInKeyframe<Value>(
    _ read: (inout RecordDecoder) throws(RecordDecodingError) -> Value
  ) throws(RecordDecodingError) -> Value? {
    guard var part = supplement?.part(at: offset) else { return nil }
    let value = try read(&part)
    guard part.isAtEnd else { throw .truncated(offset: part.offset) }
    return value
  }
}
