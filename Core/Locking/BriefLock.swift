import Foundation
public import Synchronization

/// A lock for what one thread takes again and again, and another one now and then.
///
/// It costs half of what a mutex does: whoever gives it back does not look for those who wait, who
/// look again and again themselves. So nothing that may take its time is to be done under it.
@usableFromInline
package struct BriefLock: ~Copyable, Sendable {
  @usableFromInline let isTaken = Atomic(false)

  /// Creates a lock that nobody has.
  @inlinable
  package init() {}

  /// Takes the lock as soon as nobody else has it.
  @inlinable
  @inline(__always)
  package borrowing func lock() {
    while isTaken.exchange(true, ordering: .acquiring) { Self.waitAMoment() }
  }

  /// Gives the lock back.
  @inlinable
  @inline(__always)
  package borrowing func unlock() {
    isTaken.store(false, ordering: .releasing)
  }

  @usableFromInline
  package static func waitAMoment() {
    sched_yield()
  }
}
