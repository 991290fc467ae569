/// An encoder that writes values, and changes of values, as bytes.
///
/// The format is described in `Documentation/Reference/LogFormat.md`, "Values" and "Changes".
///
/// The encoder owns its memory and is not copyable. Checking whether the memory is shared, as an
/// array does, costs as much as writing a byte.
@_documentation(visibility: internal)
public struct RecordEncoder: ~Copyable, Sendable {
  /// The maximum nesting depth, which bounds the stack that reading a value needs.
  @inlinable
  public static var maximumDepth: Int { 512 }

  /// A copy of the written bytes.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  @inlinable
  package var count: Int { memory.count }

  /// The first failure, after which the written bytes cannot be read.
  public private(set) var failure: RecordEncodingError? {
    didSet { hasFailed = failure != nil }
  }

  @usableFromInline package private(set) var hasFailed = false

  package var redaction = RedactionMode.none {
    didSet { noteRewriting() }
  }

  /// Whether each text is written as a mask of its length, and each redacted value as its mask.
  ///
  /// Set for values that are written before their secrets are known.
  package var masksText = false {
    didSet { noteRewriting() }
  }

  /// Whether texts may be replaced when they are written.
  @usableFromInline private(set) var rewritesText = false
  @usableFromInline package var memory = GrowingMemory()
  @usableFromInline package var depth = 0
  /// The additional data of a keyframe; `nil` while something else is written.
  package var supplement: SupplementEncoder?

  /// Creates an empty encoder.
  public init() {}

  /// Creates an encoder that writes to borrowed memory until it is full.
  package init(borrowing bytes: UnsafeMutableRawPointer, capacity: Int) {
    memory = GrowingMemory(
      borrowing: bytes.bindMemory(to: UInt8.self, capacity: capacity), capacity: capacity)
  }

  @inlinable
  package var isBorrowing: Bool { memory.isBorrowed }

  /// Writes a whole value.
  @inlinable
  public mutating func encode<Value: Recordable>(_ value: Value) {
    guard enter(Value.self) else { return }
    value.record(into: &self)
    leave()
  }

  /// Writes the change between two values. Returns `false` if there is none.
  @inlinable
  public mutating func encodeChange<Value: Recordable>(from old: Value, to new: Value) -> Bool {
    guard enter(Value.self) else { return false }
    defer { leave() }
    return new.recordChange(from: old, into: &self)
  }

  /// Reports that a value cannot be recorded. Only the first failure is kept.
  public mutating func fail(_ error: RecordEncodingError) {
    failure = failure ?? error
  }

  @inlinable
  mutating func enter<Value>(_ type: Value.Type) -> Bool {
    if _slowPath(depth >= Self.maximumDepth) {
      failTooDeep(type)
      return false
    }
    depth &+= 1
    return true
  }

  @inlinable
  @inline(__always)
  mutating func leave() {
    depth &-= 1
  }

  /// Calls a closure at a greater depth, which must be within the limit.
  @inlinable
  @inline(__always)
  package mutating func withDepth(
    increasedBy levels: Int, _ work: (inout RecordEncoder) -> Bool
  ) -> Bool {
    depth &+= levels
    defer { depth &-= levels }
    return work(&self)
  }

  @usableFromInline
  mutating func failTooDeep<Value>(_ type: Value.Type) {
    fail(.tooDeep(type: recordedName(of: type), limit: Self.maximumDepth))
  }

  func nested() -> RecordEncoder {
    var encoder = RecordEncoder()
    encoder.depth = depth
    encoder.redaction = redaction
    encoder.masksText = masksText
    encoder.rewritesText = rewritesText
    if let supplement { encoder.supplement = supplement.nested }
    return encoder
  }

  private mutating func noteRewriting() {
    rewritesText = masksText || redaction.rewritesText
  }

  /// Calls a closure without replacing secrets, for values that are already tokens.
  @usableFromInline
  mutating func writingTextAsItIs<Result>(_ write: (inout RecordEncoder) -> Result) -> Result {
    let rewrote = rewritesText
    rewritesText = false
    defer { rewritesText = rewrote }
    return write(&self)
  }

  /// Removes all bytes and the failure, and keeps the memory.
  package mutating func reset() {
    memory.truncate(to: 0)
    if hasFailed { failure = nil }
  }
}

extension RecordEncoder {
  /// Calls a closure with the written bytes, which are valid only during the call.
  @inlinable
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.withUnsafeBuffer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }

  /// Writes one byte.
  @inlinable
  @inline(__always)
  public mutating func append(byte: UInt8) {
    memory.append(byte)
  }

  /// Writes the first bytes of a word, in memory order.
  @inlinable
  @inline(__always)
  package mutating func append(word: UInt64, count: Int) {
    memory.append(word: word, count: count)
  }

  @inlinable
  package mutating func append(contentsOf content: UnsafeRawBufferPointer) {
    content.withMemoryRebound(to: UInt8.self) { memory.append(contentsOf: $0) }
  }

  @inlinable
  package mutating func append(contentsOf content: some Collection<UInt8>) {
    let isDone: Void? = content.withContiguousStorageIfAvailable { bytes in
      memory.append(contentsOf: bytes)
    }
    if isDone == nil { for byte in content { append(byte: byte) } }
  }

  @inlinable
  package mutating func rewind(to offset: Int) {
    if count > offset { memory.truncate(to: offset) }
  }

  @inlinable
  package mutating func removeLast() {
    memory.truncate(to: count - 1)
  }

  @inlinable
  package mutating func replaceByte(at offset: Int, with byte: UInt8) {
    memory[offset] = byte
  }

  /// Replaces eight written bytes with a little-endian word.
  @inlinable
  @inline(__always)
  package mutating func replaceWord(at offset: Int, with word: UInt64) {
    precondition(offset >= 0 && offset &+ 8 <= count, "no word there")
    UnsafeMutableRawPointer(memory.memory + offset)
      .storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// Replaces a byte with a count. Moves the following bytes if the count takes more than one byte.
  @inlinable
  @inline(__always)
  mutating func replaceByte(at offset: Int, withCount number: Int) {
    if _fastPath(number <= 0x7f) {
      replaceByte(at: offset, with: UInt8(truncatingIfNeeded: number))
    } else {
      replaceByte(at: offset, withLongCount: number)
    }
  }

  @inline(never)
  @usableFromInline
  mutating func replaceByte(at offset: Int, withLongCount number: Int) {
    let rest = withUnsafeBytes { Array($0[(offset + 1)...]) }
    rewind(to: offset)
    append(count: number)
    append(contentsOf: rest)
  }
}
