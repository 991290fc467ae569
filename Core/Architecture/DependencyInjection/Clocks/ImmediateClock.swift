import Platform

/// A clock whose sleeps return immediately, after advancing its time to the deadline.
///
///     let clock = ImmediateClock()
///     let start = clock.now
///     try await clock.sleep(for: .seconds(60))
///     #expect(start.duration(to: clock.now) == .seconds(60))
///
/// A sleep still yields to other tasks, and throws if its task is canceled. In a test with a store
/// or a test clock, it ends when the other work of the test has proceeded, or after 20 turns.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time of the clock, measured from the clock's creation.
  public struct Instant: InstantProtocol {
    package let offset: Duration

    /// Creates the time that is `offset` after the clock's creation.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration from this time to `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  /// The smallest measurable difference between two times: zero.
  public let minimumResolution: Duration = .zero
  private let time: Mutex<Instant>

  /// Creates a clock whose current time is `now`.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// The current time: the latest deadline of all sleeps.
  public var now: Instant {
    time.withLock { $0 }
  }

  /// Advances the time to `deadline`, if later. Throws `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await ImmediateSleep.wait()
    try Task.checkCancellation()
  }
}

/// The wait of a task that sleeps on an immediate clock for other tasks.
package enum ImmediateSleep {
  private static let testWait = Mutex<(@Sendable () async -> Void)?>(nil)

  /// Replaces the wait, if tests run in this process.
  package static func replaceWait(by wait: @escaping @Sendable () async -> Void) {
    testWait.withLock { $0 = wait }
  }

  static func wait() async {
    guard let wait = testWait.withLock({ $0 }) else { return await Task.megaYield() }
    await wait()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock whose current time is zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock whose sleeps return immediately.
  public static var immediate: ImmediateClock<Swift.Duration> { ImmediateClock() }
}

extension ImmediateClock<Duration>.Instant: ControlledInstant {}
