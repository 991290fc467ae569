import Foundation
import Synchronization

/// A gate that blocks changes of shared values while a recorded step is reduced.
///
/// A change by another thread during a step could not be replayed, so it waits until the step ends.
/// Without a recording, changes never wait.
package enum SharedGate {
  private static let users = Atomic(0)
  private static let lock = NSRecursiveLock()

  /// Enables the gate, and keeps it closed while `body` runs. Disables it again if `body` throws.
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

  /// Balances a call to `opening(_:)`.
  package static func end() { users.subtract(1, ordering: .sequentiallyConsistent) }

  /// Blocks changes by other threads until `open()` is called.
  package static func close() { lock.lock() }

  /// Balances a call to `close()`.
  package static func open() { lock.unlock() }

  static func pass<Result>(_ change: () throws -> Result) rethrows -> Result {
    guard users.load(ordering: .relaxed) != 0 else { return try change() }
    return try lock.withLock(change)
  }
}
