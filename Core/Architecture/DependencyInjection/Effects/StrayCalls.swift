import Platform

/// The calls of tasks and threads that no longer know their effect.
///
/// A detached task, and a block on a queue of Dispatch, do not inherit the effect that started
/// them. An observer receives their calls under the effect number 0.
package enum StrayCalls {
  /// The effect number of stray calls.
  package static let effect: UInt64 = 0

  /// Returns the test that the current task belongs to, if tests run in this process.
  private static let currentTest = Mutex<(@Sendable () -> ObjectIdentifier?)?>(nil)

  /// Separates the calls of tests that run at the same time.
  package static func distinguishTests(by test: @escaping @Sendable () -> ObjectIdentifier?) {
    currentTest.withLock { $0 = test }
  }

  private struct Receiver {
    let registration: ObjectIdentifier
    /// Returns the observer, while it exists.
    let observer: @Sendable () -> (any EffectObserver)?
    /// The test that the observer belongs to.
    let test: ObjectIdentifier?
    /// Returns whether the current task or thread works for the observer's store.
    let isOwn: @Sendable () -> Bool
  }

  private static let receivers = Mutex<[Receiver]>([])
  private static let count = Atomic(0)

  /// An object during whose life an observer receives stray calls.
  package final class Registration: Sendable {
    fileprivate init() {}

    deinit {
      let own = ObjectIdentifier(self)
      // Returned, so that an observer is deallocated outside of the lock.
      _ = receivers.withLock { receivers in
        defer { count.store(receivers.count, ordering: .relaxed) }
        return receivers.firstIndex { $0.registration == own }.map { receivers.remove(at: $0) }
      }
    }
  }

  /// Passes the calls for which `isOwn` returns `true` to an observer, while the result exists.
  package static func receive(
    by observer: @escaping @Sendable () -> (any EffectObserver)?,
    where isOwn: @escaping @Sendable () -> Bool
  ) -> Registration {
    let test = currentTest.withLock { $0 }?()
    let registration = Registration()
    let receiver = Receiver(
      registration: ObjectIdentifier(registration), observer: observer, test: test, isOwn: isOwn)
    receivers.withLock { receivers in
      receivers.append(receiver)
      count.store(receivers.count, ordering: .relaxed)
    }
    return registration
  }

  /// The effect in place of an unknown caller; `nil` if the caller works for no store.
  static var caller: ObservedEffect? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    return observer.map { ObservedEffect(number: effect, observer: $0) }
  }

  /// The only observer that the call can belong to; `nil` if several are possible.
  private static var observer: (any EffectObserver)? {
    let findTest = currentTest.withLock { $0 }
    let test = findTest?()
    let own = receivers.withLock { $0 }.compactMap { receiver -> (any EffectObserver)? in
      guard let observer = receiver.observer() else { return nil }
      // A thread started by the app belongs to no test. In a replay, it must call nothing real.
      let isOfTest =
        findTest == nil || test != nil ? receiver.test == test : observer.suppliesAnswers
      return isOfTest && receiver.isOwn() ? observer : nil
    }
    return own.count == 1 ? own[0] : nil
  }
}
