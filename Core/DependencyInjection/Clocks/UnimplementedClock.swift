/// A clock that fails the test that uses it: it stands still, and its sleeps end at once.
///
///     withDependencies {
///       $0.continuousClock = UnimplementedClock()
///     } operation: {
///       Profile()
///     }
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  private let base: AnyClock<Duration>
  private let report: @Sendable (_ endpoint: String) -> Void

  /// A clock that reports its use by its name and does what `base` does.
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

  /// A clock that reports its use by its name, and shows `now`.
  public init(
    name: String = "Clock", now: ImmediateClock<Duration>.Instant = .init(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: now), name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The time on the clock; reports its use.
  public var now: Instant {
    report("now")
    return Instant(base: base.now)
  }

  /// The smallest difference between two times that the clock can tell; reports its use.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Sleeps as the clock below does; reports its use.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline.base, tolerance: tolerance)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// A clock that reports its use by its name, and shows the time zero.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: name, now: .init(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The clock that stands for a property of `DependencyValues`.
  package init(of property: String, example: String = "ImmediateClock()") {
    let dependency = UnimplementedDependency(property, example: example)
    base = AnyClock(ImmediateClock())
    report = { _ in dependency.report() }
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports its use by its name, and shows the time zero.
  public static func unimplemented(
    name: String = "Clock",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension UnimplementedClock {
  /// A time on the clock.
  @_documentation(visibility: internal)
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

/// A test used a clock that it does not expect to be used.
struct UnimplementedClockUse {
  /// The name of the clock.
  let clock: String
  /// What of the clock was used.
  let endpoint: String
}

extension UnimplementedClockUse: CustomStringConvertible {
  var description: String {
    """
    Unimplemented: \(clock).\(endpoint)

    The test says that this clock is not used, and it was. Give the feature a clock that the test \
    controls: an immediate one, or a test clock.
    """
  }
}
