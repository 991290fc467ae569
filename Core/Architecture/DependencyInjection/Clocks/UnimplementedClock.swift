import Issues

/// A clock that fails the test that uses it. Without a base clock, its sleeps return immediately.
///
///     withDependencies {
///       $0.continuousClock = UnimplementedClock()
///     } operation: {
///       Profile()
///     }
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  private let base: AnyClock<Duration>
  private let report: @Sendable (_ endpoint: String) -> Void

  /// Creates a clock that reports its use under `name` and forwards to `base`.
  public init(
    _ base: any Clock<Duration>, name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.base = AnyClock(base)
    report = { endpoint in
      reportIssue(
        UnimplementedClockUse(clock: name, endpoint: endpoint).description,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Creates a clock that reports its use under `name`, and starts at the time `now`.
  public init(
    name: String = "Clock", now: ImmediateClock<Duration>.Instant = .init(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: now), name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The current time of the clock. Reports its use.
  public var now: Instant {
    report("now")
    return Instant(base: base.now)
  }

  /// The smallest measurable difference between two times. Reports its use.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Sleeps on the underlying clock. Reports its use.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline.base, tolerance: tolerance)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that reports its use under `name`, and starts at the time zero.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: name, now: .init(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates the default test value for a property of `DependencyValues`.
  package init(of property: String, example: String = "ImmediateClock()") {
    let dependency = UnimplementedDependency(property, example: example)
    base = AnyClock(ImmediateClock())
    report = { _ in dependency.report() }
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// Returns a clock that reports its use under `name`, and starts at the time zero.
  public static func unimplemented(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension UnimplementedClock {
  /// A time of the clock.
  @_documentation(visibility: internal)
  public struct Instant: InstantProtocol {
    let base: AnyClock<Duration>.Instant

    /// Returns the time that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(base: base.advanced(by: duration))
    }

    /// Returns the duration from this time to `other`.
    public func duration(to other: Instant) -> Duration {
      base.duration(to: other.base)
    }

    /// Returns whether one time is before another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.base < rhs.base
    }
  }
}

struct UnimplementedClockUse {
  let clock: String
  let endpoint: String
}

extension UnimplementedClockUse: CustomStringConvertible {
  var description: String {
    """
    Unimplemented: \(clock).\(endpoint)

    The test does not expect this clock to be used. Give the feature a clock that the test \
    controls: an immediate clock or a test clock.
    """
  }
}
