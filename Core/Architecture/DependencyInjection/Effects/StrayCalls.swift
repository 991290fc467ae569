import Locking

/// The calls of tasks and threads that no longer know their effect.
///
/// A detached task, and a block on a queue of Dispatch, do not inherit the effect that started
/// them. Their calls are passed to an observer as those of an effect with the number 0.
package enum StrayCalls {
  /// The number in place of an effect's.
  package static let effect: UInt64 = 0

  /// Returns the test that the current task belongs to, if tests run in this process.
  private static let currentTest = Mutex<(@Sendable () -> ObjectIdentifier?)?>(nil)

  /// Keeps the calls of tests apart, which run at the same time.
  package static func distinguishTests(by test: @escaping @Sendable () -> ObjectIdentifier?) {
    currentTest.withLock { $0 = test }
  }

  private struct Receiver {
    weak var observer: (any EffectObserver)?
    /// The test that the observer belongs to.
    let test: ObjectIdentifier?
    /// Returns whether the current task or thread works for the observer's store.
    let isOwn: @Sendable () -> Bool
  }

  private static let receivers = Mutex<[Receiver]>([])
  private static let count = Atomic(0)

  /// Passes the calls for which `isOwn` returns `true` to an observer, while it exists.
  package static func receive(
    by observer: any EffectObserver, where isOwn: @escaping @Sendable () -> Bool
  ) {
    let test = currentTest.withLock { $0 }?()
    receivers.withLock { receivers in
      receivers.removeAll { $0.observer == nil }
      receivers.append(Receiver(observer: observer, test: test, isOwn: isOwn))
      count.store(receivers.count, ordering: .relaxed)
    }
  }

  /// The effect in whose place the current task or thread calls; `nil` if it works for no store.
  static var caller: ObservedEffect? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    return observer.map { ObservedEffect(number: effect, observer: $0) }
  }

  /// The only observer whose call this is. If it could be that of several, it is nobody's.
  private static var observer: (any EffectObserver)? {
    let findTest = currentTest.withLock { $0 }
    let test = findTest?()
    let own = receivers.withLock { $0 }.filter { receiver in
      guard let observer = receiver.observer else { return false }
      // A thread of its own belongs to no test. A replay lets it call nothing real.
      let isOfTest =
        findTest == nil || test != nil ? receiver.test == test : observer.suppliesAnswers
      return isOfTest && receiver.isOwn()
    }
    return own.count == 1 ? own[0].observer : nil
  }
}
