public import DependencyInjection
import ReducerRuntime

// The schedulers that feature code uses, without Combine. A scheduler is a clock with times such as
// `.seconds(1)`, and its type includes the queue that it represents. Replaced by `AnyClock`.

/// A scheduler that measures time and sleeps on behalf of a queue, or as a test specifies.
///
///     withDependencies {
///       $0.mainQueue = .immediate
///     } operation: {
///       @Dependency(\.mainQueue) var queue: AnyScheduler<DispatchQueue>
///     }
public struct AnyScheduler<Queue>: Scheduler, Sendable {
  /// The clock that the scheduler uses.
  public let clock: AnyClock<Duration>

  /// Creates a scheduler from a clock.
  public init(_ clock: any Clock<Duration>) {
    self.clock = AnyClock(clock)
  }

  /// The current time of the scheduler.
  public var now: AnyClock<Duration>.Instant { clock.now }

  /// Returns the scheduler unchanged.
  public func eraseToAnyScheduler() -> Self { self }

  /// A scheduler whose sleeps end immediately.
  public static var immediate: Self { Self(ImmediateClock()) }

  /// A scheduler that uses real time.
  public static var main: Self { Self(ContinuousClock()) }

  /// Creates a scheduler that fails the test when it is used.
  public static func unimplemented(_ name: String) -> Self {
    Self(UnimplementedClock(name: name))
  }

  /// A scheduler that fails the test when it is used.
  public static var unimplemented: Self { .unimplemented("\(Queue.self)") }

  /// Creates a scheduler that fails the test when it is used. The former name of `unimplemented`.
  public static func failing(_ name: String) -> Self { .unimplemented(name) }

  /// A scheduler that fails the test when it is used. The former name of `unimplemented`.
  public static var failing: Self { .unimplemented }
}

/// A scheduler for a queue.
public typealias AnySchedulerOf<Queue> = AnyScheduler<Queue>

/// A scheduler for a queue whose sleeps end immediately: `DispatchQueue.immediate`.
public typealias ImmediateSchedulerOf<Queue> = AnyScheduler<Queue>

/// A duration on a scheduler: `.seconds(1)`, `.milliseconds(300)`, or a number of seconds.
///
///     try await AnySchedulerOf<DispatchQueue>.immediate.sleep(for: .milliseconds(300))
public struct SchedulerStride: Hashable, Sendable {
  /// The equivalent duration.
  public let duration: Duration

  /// Creates a stride from a duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// Creates a stride from a number of seconds.
  public static func seconds(_ count: Int) -> Self { Self(.seconds(count)) }
  /// Creates a stride from a number of seconds.
  public static func seconds(_ count: Double) -> Self { Self(.seconds(count)) }
  /// Creates a stride from a number of milliseconds.
  public static func milliseconds(_ count: Int) -> Self { Self(.milliseconds(count)) }
  /// Creates a stride from a number of microseconds.
  public static func microseconds(_ count: Int) -> Self { Self(.microseconds(count)) }
  /// Creates a stride from a number of nanoseconds.
  public static func nanoseconds(_ count: Int) -> Self { Self(.nanoseconds(count)) }
}

extension SchedulerStride: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a stride from a number of seconds.
  public init(integerLiteral seconds: Int) {
    self.init(.seconds(seconds))
  }

  /// Creates a stride from a number of seconds.
  public init(floatLiteral seconds: Double) {
    self.init(.seconds(seconds))
  }
}

extension SchedulerStride: Comparable, AdditiveArithmetic {
  /// A stride of zero duration.
  public static var zero: Self { Self(.zero) }

  /// Returns whether the first stride is shorter than the second.
  public static func < (one: Self, other: Self) -> Bool { one.duration < other.duration }
  /// Returns the sum of two strides.
  public static func + (one: Self, other: Self) -> Self { Self(one.duration + other.duration) }
  /// Returns the difference of two strides.
  public static func - (one: Self, other: Self) -> Self { Self(one.duration - other.duration) }
}
