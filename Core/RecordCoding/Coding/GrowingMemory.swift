/// Values one behind the other, in memory that grows at its end and has one owner.
///
/// An array looks at each change for others that might share its memory, which costs more than to
/// write a byte. What is seldom done is marked with `_slowPath`, here and wherever a step comes by: the
/// compiler moves it out of the way, so that more of a step fits into the instruction cache.
@usableFromInline
package struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  /// The number of values.
  @usableFromInline package var count = 0
  @usableFromInline var memory: UnsafeMutablePointer<Element>
  @usableFromInline var capacity = 0
  /// Whether the memory is somebody else's, who keeps it as long as this is used.
  @usableFromInline package private(set) var isBorrowed = false

  /// Takes no memory yet.
  @inlinable
  package init() {
    memory = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  /// Begins in somebody else's memory; memory of its own takes over when that is full.
  package init(borrowing memory: UnsafeMutablePointer<Element>, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
    isBorrowed = true
  }

  deinit {
    if capacity > 0, !isBorrowed { memory.deallocate() }
  }

  /// The value at an index, which must be in bounds.
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

  /// Adds a value.
  @inlinable
  @inline(__always)
  package mutating func append(_ element: Element) {
    if _slowPath(count == capacity) { grow(for: 1) }
    memory[count] = element
    count &+= 1
  }

  /// Adds values.
  @inlinable
  package mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let start = elements.baseAddress, !elements.isEmpty else { return }
    if _slowPath(capacity &- count < elements.count) { grow(for: elements.count) }
    (memory + count).initialize(from: start, count: elements.count)
    count &+= elements.count
  }

  /// Removes all values from a count on, and keeps the memory.
  @inlinable
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "there are fewer values")
    count = newCount
  }

  /// Calls a function with the values; the memory is valid during the call only.
  @inlinable
  package func withUnsafeBuffer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: memory, count: count))
  }

  // Apart, as it is seldom called from where much is done often.
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
  /// Adds the first bytes of a word, in memory order.
  @inlinable
  @inline(__always)
  mutating func append(word: UInt64, count added: Int) {
    if _slowPath(capacity &- count < 8) { grow(for: 8) }
    UnsafeMutableRawPointer(memory + count)
      .storeBytes(of: word, as: UInt64.self)
    // The others are overwritten by what comes next.
    count &+= added
  }

  /// Adds a byte and bytes, if there is room for them.
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

// No one else has the memory.
extension GrowingMemory: @unchecked Sendable where Element: Sendable {}
