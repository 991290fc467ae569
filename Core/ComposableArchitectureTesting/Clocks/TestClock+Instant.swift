extension TestClock {
  /// A time on the clock, as the time since it was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

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
}
