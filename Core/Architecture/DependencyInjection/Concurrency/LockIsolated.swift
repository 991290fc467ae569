import Foundation

/// A value protected by a lock, which concurrent closures can share.
///
///     let saved = LockIsolated<[String]>([])
///     let save: @Sendable (String) -> Void = { name in saved.withValue { $0.append(name) } }
@dynamicMemberLookup
// `@unchecked Sendable`, because `guarded` is accessed only while `lock` is held. `Mutex` would
// require sendable values and results, which a lock does not.
public final class LockIsolated<Value>: @unchecked Sendable {
  private var guarded: Value
  private let lock = NSRecursiveLock()

  /// Creates a lock around a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    guarded = try value()
  }

  /// Returns the current value of a property.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { guarded[keyPath: keyPath] }
  }

  /// Calls `operation` with exclusive access to the value.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      // Pass a copy. The operation can then also read the value through the recursive lock.
      var value = guarded
      defer { guarded = value }
      return try operation(&value)
    }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { guarded = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// The current value. To change it based on its previous value, call ``withValue(_:)``.
  public var value: Value {
    lock.withLock { guarded }
  }
}

/// A value isolated to an actor, which asynchronous code can share.
///
///     let messages = ActorIsolated<[String]>([])
///     await messages.withValue { $0.append("hello") }
public final actor ActorIsolated<Value> {
  /// The current value.
  public var value: Value

  /// Creates an actor around a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Calls `operation` with exclusive access to the value.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
