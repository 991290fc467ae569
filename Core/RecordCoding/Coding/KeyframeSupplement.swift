import Locking

/// The parts of a state that only keyframes hold, as they are written.
///
/// A part is what follows from the steps and would make each of them longer, such as the edits that
/// can be undone. A replay that begins at a keyframe needs it. Parts are found by where in the state
/// they were written, so that what is encoded in another order has none and disturbs no other.
package final class SupplementEncoder: Sendable {
  private let written = Mutex<[KeyframePart]>([])
  private let references = Mutex(References())
  private let form: Form

  /// The destination of the parts.
  private enum Form {
    /// Beside the state.
    case apart
    /// In the state, each as an optional, with the bytes of other parts instead of these.
    case inline(instead: [Int: [UInt8]])
    /// Nowhere: each is an optional without a value.
    case omitted
  }

  private struct References {
    var numbers: [ObjectIdentifier: Int] = [:]
    var visited: [KeptObject] = []
    var depth = 0
  }

  private init(_ form: Form) { self.form = form }

  /// Creates a supplement without parts.
  package convenience init() { self.init(.apart) }

  /// Creates a supplement that writes the parts into the state, where `SchemaBuilder` describes them
  /// if it describes parts. Parts with the indices of `instead` have those bytes.
  package convenience init(inlineWith instead: [Int: [UInt8]]) {
    self.init(.inline(instead: instead))
  }

  /// The parts of a value.
  package convenience init(of value: some Recordable) {
    self.init()
    var encoder = RecordEncoder()
    encoder.supplement = self
    encoder.encode(value)
  }

  /// The parts so far, in the order in which they were written.
  package var parts: [KeyframePart] { written.withLock(\.self) }

  /// The supplement for what is put into another order before it is written.
  var nested: SupplementEncoder? {
    if case .apart = form { nil } else { SupplementEncoder(.omitted) }
  }

  func append<Part: Recordable>(_ part: Part, to encoder: inout RecordEncoder) {
    if case .omitted = form { return encoder.append(byte: 0) }
    var bytes = encoder.nested()
    bytes.encode(part)
    if let failure = bytes.failure { encoder.fail(failure) }
    let index = written.withLock { written in
      written.append(
        KeyframePart(
          offset: encoder.count, type: Part.self, bytes: bytes.bytes,
          isNamed: (part as? any ReferencePart)?.isNamed ?? true))
      return written.count - 1
    }
    guard case .inline(let instead) = form else { return }
    encoder.append(byte: 1)
    encoder.append(contentsOf: instead[index] ?? bytes.bytes)
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

  /// For each part its offset in the state and its counted bytes.
  package var encoded: [UInt8] { Self.encoded(parts.map { ($0.offset, $0.bytes) }) }

  /// The bytes of other parts at the offsets of these; `nil` if there are none, or more or fewer.
  fileprivate func encoded(with other: [[UInt8]]) -> [UInt8]? {
    let parts = parts
    guard other.count == parts.count, !other.isEmpty else { return nil }
    return Self.encoded(zip(parts, other).map { ($0.offset, $1) })
  }

  private static func encoded(_ parts: [(offset: Int, bytes: [UInt8])]) -> [UInt8] {
    var encoder = RecordEncoder()
    for part in parts {
      encoder.append(count: part.offset)
      encoder.append(counted: part.bytes)
    }
    return encoder.bytes
  }
}

/// A part of a state that only keyframes hold.
// Unchecked: a type has no state of its own.
package struct KeyframePart: @unchecked Sendable {
  /// The number of bytes of the state that were written before it.
  package let offset: Int
  /// Its type.
  package let type: any Recordable.Type
  /// Its bytes.
  package let bytes: [UInt8]
  /// Whether a state that is read from a keyframe has the same part.
  package let isNamed: Bool
}

/// A part that identifies a shared value by the order of the references in a state.
package protocol ReferencePart: Recordable {
  /// Whether a state that is read from a keyframe finds the value again.
  var isNamed: Bool { get }
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

  /// Takes the parts of a keyframe of other types for a state that was read without them, in their
  /// order; `nil` if it has none, or more or fewer.
  package convenience init?<State: Recordable>(ofPartsIn bytes: [UInt8], for other: State) {
    guard let parts = try? Self.parts(in: bytes),
      let bytes = SupplementEncoder(of: other).encoded(with: parts)
    else { return nil }
    try? self.init(bytes, in: bytes.indices, ofStateAt: 0)
  }

  /// Returns the bytes of each part of a supplement.
  package static func parts(in bytes: [UInt8]) throws(RecordDecodingError) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var decoder = RecordDecoder(bytes)
    while !decoder.isAtEnd {
      _ = try decoder.varint(UInt32.self)
      parts.append(Array(try decoder.counted()))
    }
    return parts
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
    let parts = SupplementEncoder(of: state).parts.map(\.bytes)
    guard let bytes = SupplementEncoder(of: other).encoded(with: parts) else { return nil }
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
  /// Call it in `record(into:)`, and `decodeInKeyframe` at the same point of `init(recorded:)`. A
  /// replay compares the part with its own wherever it passes a keyframe.
  public mutating func encodeInKeyframe<Part: Recordable>(_ part: @autoclosure () -> Part) {
    supplement?.append(part(), to: &self)
  }
}

extension RecordDecoder {
  /// Reads a part that only keyframes hold; `nil` where something else is read.
  public func decodeInKeyframe<Part: Recordable>(
    _ type: Part.Type
  ) throws(RecordDecodingError) -> Part? {
    guard var part = supplement?.part(at: offset) else { return nil }
    let value = try part.decode(Part.self)
    guard part.isAtEnd else { throw .truncated(offset: part.offset) }
    return value
  }
}
