/// A growing buffer of bytes with a single owner.
///
/// An array checks before each change whether its storage is shared, which costs more than writing
/// a byte. Rare branches are marked with `_slowPath`, here and elsewhere on the path of a step. The
/// compiler moves them out of line, and more of a step fits into the instruction cache.
// Unchecked: the memory has a single owner.
@usableFromInline
package struct GrowingMemory: ~Copyable, @unchecked Sendable {
  @usableFromInline package var count = 0
  @usableFromInline var memory: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity = 0
  /// Whether the memory belongs to a caller, who keeps it alive as long as this buffer is used.
  @usableFromInline package private(set) var isBorrowed = false

  @inlinable
  package init() {
    memory = UnsafeMutablePointer(bitPattern: 1).unsafelyUnwrapped
  }

  /// Creates a buffer in borrowed memory. The buffer allocates its own memory when the borrowed
  /// memory is full.
  package init(borrowing memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
    isBorrowed = true
  }

  deinit {
    if capacity > 0, !isBorrowed { memory.deallocate() }
  }

  @inlinable
  package subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < count, "no byte there")
      return memory[index]
    }
    set {
      precondition(index >= 0 && index < count, "no byte there")
      memory[index] = newValue
    }
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if _slowPath(count == capacity) { grow(for: 1) }
    memory[count] = byte
    count &+= 1
  }

  @inlinable
  package mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    if _slowPath(capacity &- count < bytes.count) { grow(for: bytes.count) }
    (memory + count).initialize(from: start, count: bytes.count)
    count &+= bytes.count
  }

  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "there are fewer bytes")
    count = newCount
  }

  /// Calls a closure with the bytes. The memory is valid only during the call.
  @inlinable
  package func withUnsafeBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: memory, count: count))
  }

  // Not inlined, because hot functions call it only rarely.
  @inline(never)
  @usableFromInline
  mutating func grow(for more: Int) {
    let (needed, isTooMuch) = count.addingReportingOverflow(more)
    precondition(!isTooMuch, "more bytes than there can be")
    let newCapacity = max(needed, capacity * 2, 64)
    let newMemory = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    newMemory.initialize(from: memory, count: count)
    if capacity > 0, !isBorrowed { memory.deallocate() }
    isBorrowed = false
    memory = newMemory
    capacity = newCapacity
  }

  /// Appends the first bytes of a word, in memory order.
  @inlinable
  @inline(__always)
  package mutating func append(word: UInt64, count added: Int) {
    if _slowPath(capacity &- count < 8) { grow(for: 8) }
    UnsafeMutableRawPointer(memory + count)
      .storeBytes(of: word, as: UInt64.self)
    // The next write overwrites the remaining bytes.
    count &+= added
  }

  /// Appends a byte and further bytes if their size fits the capacity. Returns whether it does.
  @inline(__always)
  mutating func append(_ first: UInt8, then bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if _slowPath(bytes.count >= capacity &- count) { return false }
    let end = memory + count
    end.pointee = first
    if let start = bytes.baseAddress { (end + 1).initialize(from: start, count: bytes.count) }
    count &+= bytes.count &+ 1
    return true
  }
}
