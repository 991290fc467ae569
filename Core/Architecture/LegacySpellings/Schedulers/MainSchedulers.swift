public import DependencyInjection
public import Dispatch
public import Foundation
import ReducerRuntime

// Replaced by `\.continuousClock`.

extension DispatchQueue: Scheduler {
  /// Returns a scheduler that uses real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> { .main }

  /// A scheduler whose sleeps end immediately.
  public static var immediate: AnySchedulerOf<DispatchQueue> { .immediate }

  /// A scheduler whose sleeps end immediately. The former name of `immediate`.
  public static var immediateScheduler: AnySchedulerOf<DispatchQueue> { .immediate }

  /// Creates a scheduler that fails the test when it is used.
  public static func unimplemented(_ name: String) -> AnySchedulerOf<DispatchQueue> {
    .unimplemented(name)
  }

  /// A scheduler that fails the test when it is used.
  public static var unimplemented: AnySchedulerOf<DispatchQueue> { .unimplemented }
}

extension RunLoop: Scheduler {
  /// Returns a scheduler that uses real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> { .main }

  /// A scheduler whose sleeps end immediately.
  public static var immediate: AnySchedulerOf<RunLoop> { .immediate }

  /// A scheduler whose sleeps end immediately. The former name of `immediate`.
  public static var immediateScheduler: AnySchedulerOf<RunLoop> { .immediate }

  /// Creates a scheduler that fails the test when it is used.
  public static func unimplemented(_ name: String) -> AnySchedulerOf<RunLoop> {
    .unimplemented(name)
  }

  /// A scheduler that fails the test when it is used.
  public static var unimplemented: AnySchedulerOf<RunLoop> { .unimplemented }
}

extension DependencyValues {
  /// The scheduler of the main queue. It uses `continuousClock` if that clock is overridden.
  ///
  /// Tests must override the scheduler or the clock before using the scheduler. A recorder
  /// overrides the clock. Replays and explored sessions therefore control this scheduler, too.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  /// The scheduler of the main run loop. It uses the time of `mainQueue`.
  public var mainRunLoop: AnySchedulerOf<RunLoop> {
    get { self[MainRunLoopKey.self] }
    set { self[MainRunLoopKey.self] = newValue }
  }
}

private enum MainQueueKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = AnySchedulerOf<DispatchQueue>(MainClock.live)
  static var testValue: AnySchedulerOf<DispatchQueue> {
    AnyScheduler(MainClock.unimplemented(for: "mainQueue"))
  }
}

private enum MainRunLoopKey: DependencyKey, UncontrolledTestKey {
  static let liveValue = AnySchedulerOf<RunLoop>(MainClock.live)
  static var testValue: AnySchedulerOf<RunLoop> {
    AnyScheduler(MainClock.unimplemented(for: "mainRunLoop"))
  }
}

/// The continuous clock of the current dependencies or, if it isn't overridden, a default clock.
private struct MainClock: Clock {
  private let other: AnyClock<Duration>

  static var live: MainClock { MainClock(other: AnyClock(ContinuousClock())) }

  static func unimplemented(for property: String) -> MainClock {
    MainClock(other: AnyClock(UnimplementedClock(of: property, example: ".immediate")))
  }

  private var clock: AnyClock<Duration> {
    DependencyValues.current.overridingContinuousClock.map { AnyClock($0) } ?? other
  }

  var now: AnyClock<Duration>.Instant { clock.now }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: AnyClock<Duration>.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
