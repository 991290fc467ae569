import Platform

/// The parts of a state that only keyframes store, while the state is read.
package final class KeyframeSupplement: Sendable {
  /// The offset of the state in the decoded bytes.
  let start: Int
  private let bytes: [UInt8]
  private let parts: [Int: [Range<Int>]]
  /// The number of parts that have been read at each offset.
  private let taken = Mutex<[Int: Int]>([:])
  /// The objects with a number, which the values inside of parts share.
  package let objects: DecodedObjects
  private let live = Mutex(Live())

  private struct Live {
    var references: [KeptObject]?
    var next = 0
    var depth = 0
  }

  /// Creates a supplement from the parts of a keyframe with other types, for a state without parts.
  ///
  /// The parts are matched by order. Returns `nil` if there are none or the counts differ.
  package convenience init?<State: Recordable>(
    ofPartsIn bytes: [UInt8], for other: State, objects: DecodedObjects = DecodedObjects()
  ) {
    guard let parts = try? Parts(in: bytes) else { return nil }
    self.init(parts, for: other, objects)
  }

  /// Takes the parts of one state. Returns `nil` if there are none or the counts differ.
  package convenience init?<State: Recordable>(of state: State, for other: State) {
    self.init(Parts(of: SupplementEncoder(of: state)), for: other, DecodedObjects())
  }

  private convenience init?<State: Recordable>(
    _ parts: Parts, for other: State, _ objects: DecodedObjects
  ) {
    guard let bytes = SupplementEncoder(of: other).encoded(with: parts) else { return nil }
    try? self.init(bytes, in: bytes.indices, ofStateAt: 0, objects: objects)
  }

  /// The bytes of the parts of a state, without their offsets.
  package struct Parts {
    package private(set) var own: [[UInt8]] = []
    /// The values of roots that the state refers to in part.
    package private(set) var roots: [[UInt8]] = []

    package init(of supplement: SupplementEncoder) {
      own = supplement.parts.map(\.bytes)
      roots = supplement.rootParts.map(\.bytes)
    }

    package init(in bytes: [UInt8]) throws(RecordDecodingError) {
      var decoder = RecordDecoder(bytes)
      while !decoder.isAtEnd {
        let isRoot = try decoder.varint(UInt32.self) == KeyframePart.offsetOfRoots
        let part = Array(try decoder.counted())
        if isRoot { roots.append(part) } else { own.append(part) }
      }
    }
  }

  /// Creates a supplement without parts, with the references of a different state in order.
  package init(takingReferencesOf state: SupplementEncoder) {
    start = 0
    (bytes, parts) = ([], [:])
    objects = DecodedObjects()
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
  ///
  /// Existing objects, such as the objects in the state to which an action is sent, come from
  /// `objects`.
  package init(
    _ bytes: [UInt8], in range: Range<Int>, ofStateAt start: Int,
    objects: DecodedObjects = DecodedObjects()
  ) throws(RecordDecodingError) {
    self.start = start
    self.bytes = bytes
    self.objects = objects
    var decoder = RecordDecoder(bytes, in: range)
    var parts: [Int: [Range<Int>]] = [:]
    while !decoder.isAtEnd {
      let offset = try decoder.varint(UInt32.self)
      parts[Int(offset), default: []].append(try decoder.countedRange())
    }
    self.parts = parts
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

  /// The decoders of the parts that contain the values of roots.
  package var roots: [RecordDecoder] {
    parts[KeyframePart.offsetOfRoots, default: []].map { RecordDecoder(bytes, in: $0) }
  }
}

/// The objects that references in decoded values share, by their numbers in the log.
package final class DecodedObjects: Sendable {
  private let kept = Mutex<[Int: KeptObject]>([:])
  private let known: NumberedObjects?

  /// Creates an empty list. Objects that are not in it are looked up in `known`.
  package init(knownFrom known: NumberedObjects? = nil) {
    self.known = known
  }

  package subscript(number: Int) -> AnyObject? {
    kept.withLock { $0[number] }?.object ?? known?.object(number)
  }

  package func keep(_ object: AnyObject, as number: Int) {
    let object = KeptObject(object: object)
    kept.withLock { $0[number] = object }
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
