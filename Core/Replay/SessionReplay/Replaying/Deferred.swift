import Platform

/// A value that is computed on first use and then stored.
package final class Deferred<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () -> Value

  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  /// The value; concurrent first uses may compute it twice, and all return the same one.
  package var value: Value {
    if let value = made.withLock({ $0 }) { return value }
    // Not under the lock, since the closure may take long and runs code of the app.
    let value = make()
    return made.withLock { made in
      if let made { return made }
      made = value
      return value
    }
  }
}
