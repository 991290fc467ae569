extension UnimplementedClock {
  /// A time on the clock.
  public struct Instant: InstantProtocol {
    let base: AnyClock<Duration>.Instant

    /// The time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(base: base.advanced(by: duration))
    }

    /// How long it takes from this time until `other`.
    public func duration(to other: Instant) -> Duration {
      base.duration(to: other.base)
    }

    /// Whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.base < rhs.base
    }
  }
}
