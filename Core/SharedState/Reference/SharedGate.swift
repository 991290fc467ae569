import Foundation
import Synchronization

/// Keeps shared values as they are while a recorded step is reduced.
///
/// A value that another thread changed within a step could not be replayed, so such changes wait for
/// the end of the step. As long as nothing is recorded, nobody waits.
package enum SharedGate {
  private static let users = Atomic(0)
  private static let lock = NSRecursiveLock()

  /// Lets changes wait for steps from now on, and first for a function; not if that throws.
  package static func opening<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    users.add(1, ordering: .sequentiallyConsistent)
    lock.lock()
    defer { lock.unlock() }
    do throws(Failure) {
      return try body()
    } catch {
      end()
      throw error
    }
  }

  /// Ends what `opening(_:)` began.
  package static func end() { users.subtract(1, ordering: .sequentiallyConsistent) }

  /// Holds back the changes of other threads until `open()`.
  package static func close() { lock.lock() }

  /// Ends what `close()` began.
  package static func open() { lock.unlock() }

  /// Runs a change, when no other thread is within a step.
  static func pass<Result>(_ change: () throws -> Result) rethrows -> Result {
    guard users.load(ordering: .relaxed) != 0 else { return try change() }
    return try lock.withLock(change)
  }
}
