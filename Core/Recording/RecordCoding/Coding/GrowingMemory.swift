/// A growing buffer of values with a single owner.
///
/// An array checks before each change whether its storage is shared, which costs more than writing
/// a byte. Rare branches are marked with `_slowPath`, here and elsewhere on the path of a step. The
/// compiler moves them out of line, so that more of a step fits into the instruction cache.
@usableFromInline
package struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline package var count = 0
  @usableFromInline var memory: UnsafeMutablePointer<Element>
  @usableFromInline var capacity = 0
  /// Whether the memory belongs to a caller, who keeps it alive as long as this buffer is used.
  @usableFromInline package private(set) var isBorrowed = false

  @inlinable
  package init() {
    memory = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  /// Creates a buffer in borrowed memory. The buffer allocates its own memory when that is full.
  package init(borrowing memory: UnsafeMutablePointer<Element>, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
    isBorrowed = true
  }

  deinit {
    if capacity > 0, !isBorrowed { memory.deallocate() }
  }

  @inlinable
  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "no value there")
      return memory[index]
    }
    set {
      precondition(index >= 0 && index < count, "no value there")
      memory[index] = newValue
    }
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ element: Element) {
    if _slowPath(count == capacity) { grow(for: 1) }
    memory[count] = element
    count &+= 1
  }

  @inlinable
  package mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let start = elements.baseAddress, !elements.isEmpty else { return }
    if _slowPath(capacity &- count < elements.count) { grow(for: elements.count) }
    (memory + count).initialize(from: start, count: elements.count)
    count &+= elements.count
  }

  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "there are fewer values")
    count = newCount
  }

  /// Calls a closure with the values. The memory is valid only during the call.
  @inlinable
  package func withUnsafeBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: memory, count: count))
  }

  // Not inlined, because hot functions call it only rarely.
  @inline(never)
  @usableFromInline
  mutating func grow(for more: Int) {
    let (needed, isTooMuch) = count.addingReportingOverflow(more)
    precondition(!isTooMuch, "more values than there can be")
    let newCapacity = max(needed, capacity * 2, 64)
    let newMemory = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    newMemory.initialize(from: memory, count: count)
    if capacity > 0, !isBorrowed { memory.deallocate() }
    isBorrowed = false
    memory = newMemory
    capacity = newCapacity
  }
}

extension GrowingMemory<UInt8> {
  /// Appends the first bytes of a word, in memory order.
  @inlinable
  @inline(__always)
  mutating func append(word: UInt64, count added: Int) {
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

// Unchecked: the memory has a single owner.
extension GrowingMemory: @unchecked Sendable where Element: Sendable {}
