import Locking

/// The parts of a state that only keyframes store, collected while the state is written.
///
/// Such a part follows from the steps and would make each of them longer, such as the edits that
/// can be undone. A replay that begins at a keyframe needs it. A part is identified by the offset
/// in the state at which it is written. Values that are sorted before they are written therefore
/// have no parts, and do not interfere with those of other values.
package final class SupplementEncoder: Sendable {
  private let written = Mutex<[KeyframePart]>([])
  private let references = Mutex(References())
  private let form: Form

  private enum Form {
    /// Apart from the state.
    case apart
    /// In the state, each as an optional. `instead` replaces the bytes of parts by index.
    case inline(instead: [Int: [UInt8]])
    /// Nowhere. Each part is written as `nil`.
    case omitted
  }

  private struct References {
    var numbers: [ObjectIdentifier: Int] = [:]
    var visited: [KeptObject] = []
    var depth = 0
  }

  private init(_ form: Form) { self.form = form }

  package convenience init() { self.init(.apart) }

  /// Writes the parts as `SchemaBuilder` describes them. `instead` replaces their bytes by index.
  package convenience init(inlineWith instead: [Int: [UInt8]]) {
    self.init(.inline(instead: instead))
  }

  package convenience init(of value: some Recordable) {
    self.init()
    var encoder = RecordEncoder()
    encoder.supplement = self
    encoder.encode(value)
  }

  package var parts: [KeyframePart] { written.withLock(\.self) }

  /// The supplement for values that are sorted before they are written.
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

  /// Returns the number of an object. Objects are numbered from 0 in the order of requests.
  package func number(of object: AnyObject) -> Int {
    let id = ObjectIdentifier(object)
    return references.withLock { references in
      let number = references.numbers[id] ?? references.numbers.count
      references.numbers[id] = number
      return number
    }
  }

  /// Notes a reference whose value is written next. Balance each call with `leave()`.
  package func enter(_ reference: AnyObject) {
    let reference = KeptObject(object: reference)
    references.withLock { references in
      if references.depth == 0 { references.visited.append(reference) }
      references.depth += 1
    }
  }

  package func leave() { references.withLock { $0.depth -= 1 } }

  /// The number of references in the encoded value.
  package var referenceCount: Int { visited.count }

  /// Returns whether another value has the same references, in the same order.
  package func hasReferences(of other: SupplementEncoder) -> Bool {
    visited.elementsEqual(other.visited) { $0.object === $1.object }
  }

  /// The entered references that are not within another one, in order.
  fileprivate var visited: [KeptObject] { references.withLock { $0.visited } }

  /// The encoded parts: the offset of each in the state, and its length-prefixed bytes.
  package var encoded: [UInt8] { Self.encoded(parts.map { ($0.offset, $0.bytes) }) }

  /// Encodes other bytes at these offsets, or returns `nil` if their counts differ or are 0.
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

/// A part of a state that only keyframes store.
// Unchecked because of `type`: a metatype has no mutable state.
package struct KeyframePart: @unchecked Sendable {
  /// The number of bytes of the state that precede the part.
  package let offset: Int
  package let type: any Recordable.Type
  package let bytes: [UInt8]
  /// Whether a state that is read from a keyframe has the same part.
  package let isNamed: Bool
}

/// A part that identifies a shared value by the order of the references in a state.
package protocol ReferencePart: Recordable {
  /// Whether the value is found again when the state is read from a keyframe.
  var isNamed: Bool { get }
}

/// The parts of a state that only keyframes store, while the state is read.
package final class KeyframeSupplement: Sendable {
  /// The offset of the state in the decoded bytes.
  let start: Int
  private let bytes: [UInt8]
  private let parts: [Int: [Range<Int>]]
  /// The number of parts that have been read at each offset.
  private let taken = Mutex<[Int: Int]>([:])
  private let objects = Mutex<[Int: KeptObject]>([:])
  private let live = Mutex(Live())

  private struct Live {
    var references: [KeptObject]?
    var next = 0
    var depth = 0
  }

  /// Creates a supplement from the parts of a keyframe with other types, for a state without parts.
  ///
  /// The parts are matched by order. Returns `nil` if there are none or the counts differ.
  package convenience init?<State: Recordable>(ofPartsIn bytes: [UInt8], for other: State) {
    guard let parts = try? Self.parts(in: bytes),
      let bytes = SupplementEncoder(of: other).encoded(with: parts)
    else { return nil }
    try? self.init(bytes, in: bytes.indices, ofStateAt: 0)
  }

  package static func parts(in bytes: [UInt8]) throws(RecordDecodingError) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var decoder = RecordDecoder(bytes)
    while !decoder.isAtEnd {
      _ = try decoder.varint(UInt32.self)
      parts.append(Array(try decoder.counted()))
    }
    return parts
  }

  /// Creates a supplement without parts, with the references of another state in order.
  package init(takingReferencesOf state: SupplementEncoder) {
    start = 0
    bytes = []
    parts = [:]
    let references = state.visited
    live.withLock { $0.references = references }
  }

  /// Returns the reference of the next value, if references are taken. Balance with `leaveLive()`.
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

  package func leaveLive() { live.withLock { $0.depth -= 1 } }

  /// Creates a supplement from the encoded parts of a state that begins at an offset.
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

  /// Takes the parts of one state. Returns `nil` if there are none or the counts differ.
  package convenience init?<State: Recordable>(of state: State, for other: State) {
    let parts = SupplementEncoder(of: state).parts.map(\.bytes)
    guard let bytes = SupplementEncoder(of: other).encoded(with: parts) else { return nil }
    try? self.init(bytes, in: bytes.indices, ofStateAt: 0)
  }

  /// A value and the value that it begins with can both have a part.
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

  package func object(_ number: Int) -> AnyObject? {
    objects.withLock { $0[number] }?.object
  }

  package func keep(_ object: AnyObject, as number: Int) {
    let object = KeptObject(object: object)
    objects.withLock { $0[number] = object }
  }
}

// Unchecked: the object is stored and returned, but never accessed.
private struct KeptObject: @unchecked Sendable {
  let object: AnyObject
}

extension RecordEncoder {
  /// Writes a part that only keyframes store. Does nothing outside of keyframes.
  ///
  /// Call this method in `record(into:)`, and `decodeInKeyframe` at the same point of
  /// `init(recorded:)`. A replay compares the part with its own at each keyframe that it passes.
  public mutating func encodeInKeyframe<Part: Recordable>(_ part: @autoclosure () -> Part) {
    supplement?.append(part(), to: &self)
  }
}

extension RecordDecoder {
  /// Reads a part that only keyframes store. Returns `nil` outside of keyframes.
  public func decodeInKeyframe<Part: Recordable>(
    _ type: Part.Type
  ) throws(RecordDecodingError) -> Part? {
    guard var part = supplement?.part(at: offset) else { return nil }
    let value = try part.decode(Part.self)
    guard part.isAtEnd else { throw .truncated(offset: part.offset) }
    return value
  }
}
