@_exported public import Synchronization

#if THREAD_SANITIZER
  import Foundation

  /// A lock that replaces the standard library's mutex in builds with the thread sanitizer.
  ///
  /// If the standard library implements its mutex itself, the sanitizer does not recognize it and
  /// would report data races on all values that it protects.
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

  // `@unchecked Sendable`, because the value is accessed only under the lock.
  extension Mutex: @unchecked Sendable where Value: ~Copyable {}
#endif
