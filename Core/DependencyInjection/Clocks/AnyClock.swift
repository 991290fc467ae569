/// A clock of which only the type of its durations is known.
///
///     let clock = AnyClock(ContinuousClock())
///     let end = clock.now.advanced(by: .milliseconds(1))
///     try await clock.sleep(until: end)
///
/// Its instants may be compared only with those of a clock of the same type; others are a mistake
/// in the program, and end it.
public struct AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  private let base: any Clock<Duration>

  /// A clock that does what `base` does.
  public init(_ base: any Clock<Duration>) {
    self.base = base
  }

  /// The time on the clock.
  public var now: Instant {
    func now<Base: Clock<Duration>>(of base: Base) -> Instant { Instant(base.now) }
    return now(of: base)
  }

  /// The smallest difference between two times that the clock can tell.
  public var minimumResolution: Duration {
    base.minimumResolution
  }

  /// Sleeps until `deadline`; throws `CancellationError` when cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    func sleep<Base: Clock<Duration>>(on base: Base) async throws {
      try await base.sleep(until: deadline.unwrapped(), tolerance: tolerance)
    }
    try await sleep(on: base)
  }
}

extension AnyClock {
  /// A time on a clock.
  public struct Instant: InstantProtocol {
    private let base: any InstantProtocol<Duration>

    init(_ base: any InstantProtocol<Duration>) {
      self.base = base
    }

    /// The instant as the clock knows it.
    func unwrapped<Base: InstantProtocol>(as type: Base.Type = Base.self) -> Base {
      guard let instant = base as? Base else {
        preconditionFailure(
          """
          An instant of the type '\(Swift.type(of: base))' was used with a clock of another type, \
          which has instants of the type '\(type)'. Compare instants of the same clock only.
          """)
      }
      return instant
    }

    /// The time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      func advanced<Base: InstantProtocol<Duration>>(_ base: Base) -> Instant {
        Instant(base.advanced(by: duration))
      }
      return advanced(base)
    }

    /// How long it takes from this time until `other`.
    public func duration(to other: Instant) -> Duration {
      func duration<Base: InstantProtocol<Duration>>(from base: Base) -> Duration {
        base.duration(to: other.unwrapped())
      }
      return duration(from: base)
    }

    /// Whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      func isLess<Base: InstantProtocol<Duration>>(_ base: Base) -> Bool {
        base < rhs.unwrapped()
      }
      return isLess(lhs.base)
    }

    /// Whether two times are the same.
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

extension DependencyValues {
  /// Measures time and sleeps, also while the machine sleeps; fails in tests unless overridden.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// Measures time and sleeps, standing still while the machine sleeps; fails in tests likewise.
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
