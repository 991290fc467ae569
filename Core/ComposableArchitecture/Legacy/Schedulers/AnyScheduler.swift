public import DependencyInjection

// Schedulers as feature code knows them, without Combine: a clock whose times are named by
// `.seconds(1)`, and which is bound to the type of queue that it stands for. Replaced by `AnyClock`.

/// A scheduler of a queue: it measures time and sleeps, as `DispatchQueue.main` or as a test says.
///
///     withDependencies {
///       $0.mainQueue = .immediate
///     } operation: {
///       @Dependency(\.mainQueue) var queue: AnyScheduler<DispatchQueue>
///     }
public struct AnyScheduler<Queue>: Scheduler, Sendable {
  /// The clock of the scheduler.
  public let clock: AnyClock<Duration>

  /// Creates a scheduler of a clock.
  public init(_ clock: any Clock<Duration>) {
    self.clock = AnyClock(clock)
  }

  /// The time on the scheduler.
  public var now: AnyClock<Duration>.Instant { clock.now }

  /// The scheduler itself.
  public func eraseToAnyScheduler() -> Self { self }

  /// A scheduler whose sleeps end at once.
  public static var immediate: Self { Self(ImmediateClock()) }

  /// The scheduler of the real time.
  public static var main: Self { Self(ContinuousClock()) }

  /// A scheduler that fails the test that uses it.
  public static func unimplemented(_ name: String = "Scheduler") -> Self {
    Self(UnimplementedClock(name: name))
  }
}

/// A scheduler of a queue.
public typealias AnySchedulerOf<Queue> = AnyScheduler<Queue>

/// A scheduler of a queue whose sleeps end at once: `DispatchQueue.immediate`.
public typealias ImmediateSchedulerOf<Queue> = AnyScheduler<Queue>

/// A span of time on a scheduler: `.seconds(1)`, `.milliseconds(300)`, or a number of seconds.
///
///     try await AnySchedulerOf<DispatchQueue>.immediate.sleep(for: .milliseconds(300))
public struct SchedulerStride: Hashable, Sendable {
  /// The span as a duration.
  public let duration: Duration

  /// Creates a span of a duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// A number of seconds.
  public static func seconds(_ count: Int) -> Self { Self(.seconds(count)) }
  /// A number of seconds.
  public static func seconds(_ count: Double) -> Self { Self(.seconds(count)) }
  /// A number of milliseconds.
  public static func milliseconds(_ count: Int) -> Self { Self(.milliseconds(count)) }
  /// A number of microseconds.
  public static func microseconds(_ count: Int) -> Self { Self(.microseconds(count)) }
  /// A number of nanoseconds.
  public static func nanoseconds(_ count: Int) -> Self { Self(.nanoseconds(count)) }
}

extension SchedulerStride: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a span of a number of seconds.
  public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// Creates a span of a number of seconds.
  public init(floatLiteral seconds: Double) {
    self.init(.seconds(seconds))
  }
}

extension SchedulerStride: Comparable, AdditiveArithmetic {
  /// No time.
  public static var zero: Self { Self(.zero) }

  /// Whether one span is shorter than another.
  public static func < (one: Self, other: Self) -> Bool { one.duration < other.duration }
  /// The sum of two spans.
  public static func + (one: Self, other: Self) -> Self { Self(one.duration + other.duration) }
  /// The difference of two spans.
  public static func - (one: Self, other: Self) -> Self { Self(one.duration - other.duration) }
}
