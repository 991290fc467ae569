public import Synchronization

/// The layout of a journal: consecutive slots, each with a block that is not in the log yet.
///
/// A slot begins with a header of 64 bytes and is a multiple of a page long. "The journal" in
/// `Documentation/Reference/LogFormat.md` describes the layout byte by byte.
@usableFromInline
package enum JournalFormat {
  static let magic = Array("RPJOURN1".utf8)
  /// The length of the head, and so the offset of the entries.
  @inlinable
  package static var headLength: Int { 64 }
  /// The unit of slot lengths, in bytes.
  static let pageLength = 4096
  /// The length of most slots. A slot with a longer step is as long as necessary.
  package static let slotLength = 256 << 10

  /// The number of slots that a recorder creates before the first step.
  static let minSlots = 2

  // The offsets in the head. The integers are little-endian.
  static let bindingOffset = 8
  static let capacityOffset = 16
  static let firstStepOffset = 24
  static let committedOffset = 32
  static let pendingOffset = 40

  static func capacity(for length: Int) -> Int {
    let needed = max(headLength + length, slotLength)
    return (needed + pageLength - 1) / pageLength * pageLength
  }
}

/// The two offsets in the head of a slot that limit what a reader accepts.
///
/// They are stored last and in order. A process that is killed in between leaves the marks that
/// were published before.
@usableFromInline
package struct JournalMarks: @unchecked Sendable {
  // The memory belongs to the slot, outlives its use, and is accessed atomically.
  @usableFromInline let finished: UnsafeMutablePointer<Atomic<UInt64>>
  @usableFromInline let pending: UnsafeMutablePointer<Atomic<UInt64>>
  @usableFromInline let intactLength: UnsafeMutablePointer<Atomic<UInt64>>

  /// Creates marks for the head of a slot, and for the number of its bytes that were not lost.
  init(
    head: UnsafeMutableRawPointer, intactLength: UnsafeMutablePointer<Atomic<UInt64>> = Self.all
  ) {
    self.intactLength = intactLength
    finished = (head + JournalFormat.committedOffset).assumingMemoryBound(to: Atomic<UInt64>.self)
    pending = (head + JournalFormat.pendingOffset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Publishes that `length` bytes of entries end with the action that is about to be reduced.
  @inlinable
  @inline(__always)
  package func publish(pending length: Int) {
    let offset = UInt64(truncatingIfNeeded: JournalFormat.headLength &+ length)
    pending.pointee.store(offset.littleEndian, ordering: .releasing)
  }

  /// Publishes that `length` bytes of entries are finished steps.
  @inlinable
  @inline(__always)
  package func publish(finished length: Int) {
    let offset = UInt64(truncatingIfNeeded: JournalFormat.headLength &+ length)
    finished.pointee.store(offset.littleEndian, ordering: .releasing)
  }

  /// The value for memory that cannot be lost. Never deallocated.
  private nonisolated(unsafe) static let all = {
    let pointer = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
    pointer.initialize(to: Atomic(.max))
    return pointer
  }()

  /// Whether part of the slot is lost, because another program shortened the file.
  @inlinable
  @inline(__always)
  package var isDamaged: Bool { intactLength.pointee.load(ordering: .relaxed) != .max }

  func clear() {
    finished.pointee.store(0, ordering: .releasing)
    pending.pointee.store(0, ordering: .releasing)
  }
}

/// The entries of a slot of a journal, as left by the process that wrote it.
package struct JournalEntries: Sendable {
  package var firstStep: UInt64
  package var finished: ArraySlice<UInt8>
  /// The entry of the step that was being reduced, up to the end of its action, or empty.
  package var unfinished: ArraySlice<UInt8>
  /// Whether the file ends before the entries do.
  package var isCut: Bool

  package init(
    firstStep: UInt64, finished: ArraySlice<UInt8>, unfinished: ArraySlice<UInt8>,
    isCut: Bool = false
  ) {
    self.isCut = isCut
    self.firstStep = firstStep
    self.finished = finished
    self.unfinished = unfinished
  }
}
