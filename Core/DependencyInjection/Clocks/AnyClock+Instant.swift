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
    public func hash(into hasher: inout Hasher) {
      base.hash(into: &hasher)
    }
  }
}
