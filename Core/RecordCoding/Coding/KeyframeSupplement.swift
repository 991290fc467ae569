import Locking

/// The parts of a state that only keyframes hold, as they are written.
///
/// A part is what follows from the steps and would make each of them longer, such as the edits that
/// can be undone. A replay that begins at a keyframe needs it. Parts are found by where in the state
/// they were written, so that what is encoded in another order has none and disturbs no other.
package final class SupplementEncoder: Sendable {
  private let parts = Mutex<[(offset: Int, bytes: [UInt8])]>([])
  private let references = Mutex(References())

  private struct References {
    var numbers: [ObjectIdentifier: Int] = [:]
    var visited: [KeptObject] = []
    var depth = 0
  }

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

  /// The number of an object, from 0 in the order in which they are asked for.
  package func number(of object: AnyObject) -> Int {
    let id = ObjectIdentifier(object)
    return references.withLock { references in
      let number = references.numbers[id] ?? references.numbers.count
      references.numbers[id] = number
      return number
    }
  }

  /// Notes a reference, whose value is written next; `leave()` follows it.
  package func enter(_ reference: AnyObject) {
    let reference = KeptObject(object: reference)
    references.withLock { references in
      if references.depth == 0 { references.visited.append(reference) }
      references.depth += 1
    }
  }

  /// Notes that the value of a reference has been written.
  package func leave() { references.withLock { $0.depth -= 1 } }

  /// The references that were entered and are in no other, in their order.
  fileprivate var visited: [KeptObject] { references.withLock { $0.visited } }

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
  private let parts: [Int: [Range<Int>]]
  /// How many parts of those at one offset have been read.
  private let taken = Mutex<[Int: Int]>([:])
  // Unchecked: the objects are only handed back.
  private let objects = Mutex<[Int: KeptObject]>([:])
  private let live = Mutex(Live())

  private struct Live {
    var references: [KeptObject]?
    var next = 0
    var depth = 0
  }

  /// A supplement without parts, for a state whose references are those of another, in their order.
  package init(takingReferencesOf state: SupplementEncoder) {
    start = 0
    bytes = []
    parts = [:]
    let references = state.visited
    live.withLock { $0.references = references }
  }

  /// The reference that the next value belongs to, if references are taken; `leaveLive()` follows it.
  package func enterLive() -> AnyObject? {
    let reference = live.withLock { live -> KeptObject? in
      guard let references = live.references, live.depth == 0, live.next < references.count
      else { return nil }
      live.depth += 1
      live.next += 1
      return references[live.next - 1]
    }
    return reference?.object
  }

  /// Ends what `enterLive()` began.
  package func leaveLive() { live.withLock { $0.depth -= 1 } }

  /// Reads the parts of a state that begins at an offset.
  package init(
    _ bytes: [UInt8], in range: Range<Int>, ofStateAt start: Int
  ) throws(RecordDecodingError) {
    self.start = start
    self.bytes = bytes
    var decoder = RecordDecoder(bytes, in: range)
    var parts: [Int: [Range<Int>]] = [:]
    while !decoder.isAtEnd {
      let offset = try decoder.varint(UInt32.self)
      parts[Int(offset), default: []].append(try decoder.countedRange())
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

  /// The next part at an offset: a value may begin with another one that has a part, too.
  func part(at offset: Int) -> RecordDecoder? {
    guard let ranges = parts[offset - start] else { return nil }
    let index =
      ranges.count == 1
      ? 0
      : taken.withLock { taken in
        defer { taken[offset - start, default: 0] += 1 }
        return taken[offset - start, default: 0]
      }
    return index < ranges.count ? RecordDecoder(bytes, in: ranges[index]) : nil
  }

  /// The object that was kept under a number.
  package func object(_ number: Int) -> AnyObject? {
    objects.withLock { $0[number] }?.object
  }

  /// Keeps an object under a number.
  package func keep(_ object: AnyObject, as number: Int) {
    let object = KeptObject(object: object)
    objects.withLock { $0[number] = object }
  }
}

/// An object that is kept to be handed back.
// Unchecked: nobody looks into it here.
private struct KeptObject: @unchecked Sendable {
  let object: AnyObject
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
