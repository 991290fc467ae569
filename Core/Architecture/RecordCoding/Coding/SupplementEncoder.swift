import Platform

/// The parts of a state that only keyframes store, collected while the state is written.
///
/// Such a part, for example the edits that can be undone, follows from the steps and would make
/// each of them longer. A replay that begins at a keyframe needs it. A part is identified by the
/// offset in the state at which it is written. Values that are sorted before they are written
/// therefore have no parts, and do not interfere with the parts of other values.
///
/// Actions with shared references have a supplement as well.
package final class SupplementEncoder: Sendable {
  private let written = Mutex<[KeyframePart]>([])
  private let form: Form
  /// The numbers of the objects in the written value and in the values inside of its parts.
  package let objects: NumberedObjects
  private let visits = Mutex(Visits())
  private let roots = Mutex<[KeyframePart]>([])

  private enum Form {
    /// The parts are written apart from the state.
    case apart
    /// The parts are written in the state, each as an optional. `instead` replaces the bytes of
    /// parts by index.
    case inline(instead: [Int: [UInt8]])
    /// The parts are left out, and `nil` is written for each.
    case omitted
  }

  private struct Visits {
    var objects: [KeptObject] = []
    var depth = 0
  }

  private init(_ form: Form, _ objects: NumberedObjects = NumberedObjects()) {
    self.form = form
    self.objects = objects
  }

  /// Creates an empty supplement. `objects` have numbers already, such as the objects in the state
  /// to which an action is sent.
  package convenience init(numbering objects: NumberedObjects = NumberedObjects()) {
    self.init(.apart, objects)
  }

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

  /// The parts that belong to no position: the values of roots that the state refers to in part.
  package var rootParts: [KeyframePart] {
    roots.withLock { roots in roots.filter { !objects.isWhole($0.root) } }
  }

  /// Whether a state that is read from a keyframe has the same references.
  package var describesReferences: Bool {
    (parts + rootParts).allSatisfy { $0.isNamed || !($0.type is any ReferencePart.Type) }
  }

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

  /// Whether the parts are written apart from the value. Only such a supplement can have root
  /// parts.
  package var isApart: Bool { if case .apart = form { true } else { false } }

  /// Adds the value of a root. `comparedCount` is the length of the part that replays compare.
  package func append<Root: Recordable>(
    _ type: Root.Type, root: Int, bytes: [UInt8], comparedCount: Int, isNamed: Bool
  ) {
    roots.withLock {
      $0.append(
        KeyframePart(
          offset: KeyframePart.offsetOfRoots, type: type, bytes: bytes, isNamed: isNamed,
          comparedCount: comparedCount,
          root: root))
    }
  }

  /// Returns the supplement of a value inside of a part, which refers to the same objects.
  package func inner() -> SupplementEncoder { SupplementEncoder(.apart, objects) }

  /// Notes a reference whose value is written next. Balance each call with `leave()`.
  package func enter(_ reference: AnyObject) {
    let reference = KeptObject(object: reference)
    visits.withLock { visits in
      if visits.depth == 0 { visits.objects.append(reference) }
      visits.depth += 1
    }
  }

  package func leave() { visits.withLock { $0.depth -= 1 } }

  /// The number of references in the encoded value.
  package var referenceCount: Int { visited.count }

  /// Returns whether a second value has the same references, in the same order.
  package func hasReferences(of other: SupplementEncoder) -> Bool {
    visited.elementsEqual(other.visited) { $0.object === $1.object }
  }

  /// The outermost entered references, in order.
  var visited: [KeptObject] { visits.withLock { $0.objects } }

  /// The encoded parts: the offset of each in the value, and its length-prefixed bytes.
  package var encoded: [UInt8] { Self.encoded((parts + rootParts).map { ($0.offset, $0.bytes) }) }

  /// Encodes other bytes at these offsets, or returns `nil` if their counts differ or are 0.
  func encoded(with other: KeyframeSupplement.Parts) -> [UInt8]? {
    let parts = parts
    guard other.own.count == parts.count, !other.own.isEmpty else { return nil }
    return Self.encoded(
      zip(parts, other.own).map { ($0.offset, $1) }
        + other.roots.map { (KeyframePart.offsetOfRoots, $0) })
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
  /// The offset of root parts, which belong to no position in the state.
  static let offsetOfRoots = Int(UInt32.max)

  /// The number of bytes of the state that precede the part.
  package let offset: Int
  package let type: any Recordable.Type
  package let bytes: [UInt8]
  /// Whether a state that is read from a keyframe has the same part.
  package let isNamed: Bool
  /// The length of the part that replays compare.
  private let comparedCount: Int
  /// The number of the root whose value this is; -1 for other parts.
  fileprivate let root: Int

  init(
    offset: Int, type: any Recordable.Type, bytes: [UInt8], isNamed: Bool,
    comparedCount: Int? = nil, root: Int = -1
  ) {
    self.offset = offset
    self.type = type
    self.bytes = bytes
    self.isNamed = isNamed
    self.comparedCount = comparedCount ?? bytes.count
    self.root = root
  }

  package var comparedBytes: ArraySlice<UInt8> { bytes.prefix(comparedCount) }
}

/// A part that identifies a shared value by the order of the references in a state.
package protocol ReferencePart: Recordable {
  /// Whether the value is found again when the state is read from a keyframe.
  var isNamed: Bool { get }
}

/// Objects that references in one or more values share, numbered from 0 in the order of requests.
package final class NumberedObjects: Sendable {
  private struct Content {
    var numbers: [ObjectIdentifier: Int] = [:]
    var objects: [KeptObject] = []
    /// The objects whose whole value is written at a reference.
    var whole: Set<Int> = []
    /// The objects whose value has been written as a part.
    var asPart: Set<Int> = []
  }

  private let content: Mutex<Content>
  /// Finds the objects that have the first numbers, once a number is requested.
  private let preceding: Mutex<(@Sendable () -> NumberedObjects)?>

  /// Creates an empty list. `preceding` returns a list whose objects have the first numbers, and
  /// is called only if the list is used.
  package init(after preceding: (@Sendable () -> NumberedObjects)? = nil) {
    content = Mutex(Content())
    self.preceding = Mutex(preceding)
  }

  private func using<Result>(_ body: (inout Content) -> Result) -> Result {
    if let find = preceding.withLock({ $0.take() }) {
      var found = find().using { $0 }
      found.asPart = Set(found.objects.indices)
      let known = found
      content.withLock { $0 = known }
    }
    return content.withLock { body(&$0) }
  }

  package func number(of object: AnyObject) -> Int {
    let kept = KeptObject(object: object)
    return using { content in
      let id = ObjectIdentifier(kept.object)
      if let number = content.numbers[id] { return number }
      let number = content.objects.count
      content.numbers[id] = number
      content.objects.append(kept)
      return number
    }
  }

  /// Returns the object with a number; `nil` if there is none.
  package func object(_ number: Int) -> AnyObject? {
    using { content in
      content.objects.indices.contains(number) ? content.objects[number] : nil
    }?.object
  }

  package func noteWhole(_ number: Int) { using { _ = $0.whole.insert(number) } }

  /// Returns whether the value of an object must be written as a part, at the first reference.
  package func shouldWritePart(of number: Int) -> Bool {
    using { !$0.whole.contains(number) && $0.asPart.insert(number).inserted }
  }

  func isWhole(_ number: Int) -> Bool { using { $0.whole.contains(number) } }
}

// Unchecked: the object is stored and returned, but never accessed.
struct KeptObject: @unchecked Sendable {
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

  /// Writes the references of an action to objects of its state and others, then the action.
  @inline(never)
  package mutating func encode(_ action: some Recordable, referringTo objects: NumberedObjects) {
    let supplement = SupplementEncoder(numbering: NumberedObjects { objects })
    var part = inner(supplement)
    part.encode(action)
    if let failure = part.failure { fail(failure) }
    append(counted: supplement.encoded)
    part.withUnsafeBytes { append(contentsOf: $0) }
  }

  /// Returns an empty encoder for a value inside of a part, which replaces the same secrets.
  package func inner(_ supplement: SupplementEncoder?) -> RecordEncoder {
    var encoder = nested()
    encoder.supplement = supplement
    return encoder
  }
}
