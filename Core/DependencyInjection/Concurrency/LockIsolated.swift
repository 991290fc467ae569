import Foundation

/// A value that a lock guards, for closures that run at the same time to share.
///
///     let saved = LockIsolated<[String]>([])
///     let save: @Sendable (String) -> Void = { name in saved.withValue { $0.append(name) } }
@dynamicMemberLookup
// Unchecked, because `guarded` is touched only while `lock` is held. No `Mutex`, which would ask for
// values and results that may be sent, where a lock is all that is needed.
public final class LockIsolated<Value>: @unchecked Sendable {
  private var guarded: Value
  private let lock = NSRecursiveLock()

  /// Guards a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    guarded = try value()
  }

  /// A property of the value, as it is now.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { guarded[keyPath: keyPath] }
  }

  /// Reads or changes the value in one piece: nothing else gets at it in between.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      // A copy, so that the operation may read the value in other ways, through the same lock.
      var value = guarded
      defer { guarded = value }
      return try operation(&value)
    }
  }

  /// Puts another value in its place.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { guarded = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// The value as it is now; to change it depending on what it is, call ``withValue(_:)``.
  public var value: Value {
    lock.withLock { guarded }
  }
}

/// A value that an actor guards, for asynchronous code to share.
///
///     let messages = ActorIsolated<[String]>([])
///     await messages.withValue { $0.append("hello") }
public final actor ActorIsolated<Value> {
  /// The value as it is now.
  public var value: Value

  /// Guards a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Reads or changes the value in one piece: nothing else gets at it in between.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (_ value: inout Value) throws -> Result
  ) rethrows -> Result {
    try operation(&value)
  }

  /// Puts another value in its place.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
