/// A clock of which only the type of its durations is known.
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
