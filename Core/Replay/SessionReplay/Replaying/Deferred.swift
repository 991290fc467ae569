import Locking

/// A value that is made when it is first asked for, and then kept.
final class Deferred<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  /// The value; threads that ask for it at once may make it twice, which is no harm.
  var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    // Not under the lock: to make it may take a while, and runs code of the app.
    let value = make()
    return made.withLock { made in
      if let made { return made }
      made = value
      return value
    }
  }
}
