import Locking

/// A clock whose sleeps return at once, having moved its time on to when they should have ended.
///
///     let clock = ImmediateClock()
///     let start = clock.now
///     try await clock.sleep(for: .seconds(60))
///     #expect(start.duration(to: clock.now) == .seconds(60))
///
/// A sleep still gives way to other tasks, and throws when its own is cancelled.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A time on the clock, as the time since it was made.
  public struct Instant: InstantProtocol {
    private let offset: Duration

    /// The time at which the clock is made, plus `offset`.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it takes from this time until `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  /// The smallest difference between two times that can be told: none.
  public let minimumResolution: Duration = .zero
  private let time: Mutex<Instant>

  /// A clock that shows `now`.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// The time that the sleeps so far add up to.
  public var now: Instant {
    time.withLock { $0 }
  }

  /// Moves the time on to `deadline`, if that is later; throws `CancellationError` when cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // A sleep is a place to suspend at: without this, a loop of sleeps would never let others run.
    await Task.yield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// A clock that shows the time zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock whose sleeps return at once.
  public static var immediate: ImmediateClock<Swift.Duration> { ImmediateClock() }
}
