public import Synchronization

/// The two offsets in the head of a slot up to which a reader believes what it finds.
///
/// They are stored last and in order: who is killed in between leaves what was published before.
@usableFromInline
package struct JournalMarks: @unchecked Sendable {
  // The memory is the slot's, which outlives its use; what stands there is atomic.
  @usableFromInline let finished: UnsafeMutablePointer<Atomic<UInt64>>
  @usableFromInline let pending: UnsafeMutablePointer<Atomic<UInt64>>

  init(head: UnsafeMutableRawPointer) {
    finished = (head + JournalFormat.committedOffset).assumingMemoryBound(to: Atomic<UInt64>.self)
    pending = (head + JournalFormat.pendingOffset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Publishes that so many bytes of entries end with the action that is about to be reduced.
  @inlinable
  @inline(__always)
  package func publish(pending length: Int) {
    let offset = UInt64(truncatingIfNeeded: JournalFormat.headLength &+ length)
    pending.pointee.store(offset.littleEndian, ordering: .releasing)
  }

  /// Publishes that so many bytes of entries are finished steps.
  @inlinable
  @inline(__always)
  package func publish(finished length: Int) {
    let offset = UInt64(truncatingIfNeeded: JournalFormat.headLength &+ length)
    finished.pointee.store(offset.littleEndian, ordering: .releasing)
  }

  /// Publishes that nothing stands in the slot.
  func clear() {
    finished.pointee.store(0, ordering: .releasing)
    pending.pointee.store(0, ordering: .releasing)
  }
}
