#if THREAD_SANITIZER
  import Foundation

  /// A lock around a value, for builds under the thread sanitizer.
  ///
  /// Where a mutex of the standard library does not come from the system, the sanitizer does not see
  /// it, and would report as a race whatever it protects.
  package struct Mutex<Value: ~Copyable>: ~Copyable {
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value.pointee)
    }

    package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      guard lock.try() else { return nil }
      defer { lock.unlock() }
      return try body(&value.pointee)
    }
  }

  // The value is reached under the lock only.
  extension Mutex: @unchecked Sendable where Value: ~Copyable {}
#else
  // The lock of the standard library, which comes with this module.
  @_exported public import Synchronization
#endif
