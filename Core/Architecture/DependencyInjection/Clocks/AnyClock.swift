/// A type-erased clock with a known duration type.
///
///     let clock = AnyClock(ContinuousClock())
///     let end = clock.now.advanced(by: .milliseconds(1))
///     try await clock.sleep(until: end)
///
/// Instants of clocks of different types cannot be compared; doing so stops the program.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  private let base: any Clock<Duration>

  /// Creates a clock that forwards to `base`.
  public init(_ base: any Clock<Duration>) {
    self.base = base
  }

  /// The current time of the clock.
  public var now: Instant {
    func now<Base: Clock<Duration>>(of base: Base) -> Instant { Instant(base.now) }
    return now(of: base)
  }

  /// The smallest measurable difference between two times.
  public var minimumResolution: Duration {
    base.minimumResolution
  }

  /// Sleeps until `deadline`. Throws `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    func sleep<Base: Clock<Duration>>(on base: Base) async throws {
      try await base.sleep(until: deadline.unwrapped(), tolerance: tolerance)
    }
    try await sleep(on: base)
  }
}

extension AnyClock {
  /// A type-erased time of a clock.
  public struct Instant: InstantProtocol {
    private let base: any InstantProtocol<Duration>

    init(_ base: any InstantProtocol<Duration>) {
      self.base = base
    }

    func unwrapped<Base: InstantProtocol>(as type: Base.Type = Base.self) -> Base {
      guard let instant = base as? Base else {
        preconditionFailure(
          """
          An instant of the type '\(String(reflecting: Swift.type(of: base)))' was used with a \
          clock of another type, which has instants of the type '\(String(reflecting: type))'. \
          Compare instants of the same clock only.
          """)
      }
      return instant
    }

    /// Returns the time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      func advanced<Base: InstantProtocol<Duration>>(_ base: Base) -> Instant {
        Instant(base.advanced(by: duration))
      }
      return advanced(base)
    }

    /// Returns the duration from this time to `other`.
    public func duration(to other: Instant) -> Duration {
      func duration<Base: InstantProtocol<Duration>>(from base: Base) -> Duration {
        base.duration(to: other.unwrapped())
      }
      return duration(from: base)
    }

    /// Returns whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      func isLess<Base: InstantProtocol<Duration>>(_ base: Base) -> Bool {
        base < rhs.unwrapped()
      }
      return isLess(lhs.base)
    }

    /// Returns whether two times are equal.
    public static func == (lhs: Instant, rhs: Instant) -> Bool {
      func isEqual<Base: InstantProtocol<Duration>>(_ base: Base) -> Bool {
        base == rhs.unwrapped()
      }
      return isEqual(lhs.base)
    }

    /// Hashes the time.
    @_documentation(visibility: internal)
    public func hash(into hasher: inout Hasher) {
      base.hash(into: &hasher)
    }
  }
}

/// An instant of a clock that a test controls.
package protocol ControlledInstant {
  /// The time since the clock's creation.
  var offset: Swift.Duration { get }
}

extension AnyClock.Instant {
  /// The time since the clock's creation, if a test controls the clock.
  package var offset: Swift.Duration? {
    (base as? any ControlledInstant)?.offset ?? (base as? AnyClock<Swift.Duration>.Instant)?.offset
  }
}

/// An instant of a clock. If an effect read it, the reading is recorded when the instant is used.
package protocol RecordedInstant {
  /// Records the reading now, because it will be used.
  func record()
}

extension AnyClock.Instant: RecordedInstant {
  package func record() { (base as? any RecordedInstant)?.record() }
}

extension DependencyValues {
  /// The clock that keeps running while the machine sleeps. Fails tests that don't override it.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The continuous clock if it is overridden.
  package var overridingContinuousClock: (any Clock<Duration>)? {
    overriding(ContinuousClockKey.self)
  }

  /// The clock that stops while the machine sleeps. Fails tests that don't override it.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(of: "continuousClock") }
}

private enum SuspendingClockKey: DependencyKey, UncontrolledTestKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(of: "suspendingClock") }
}
