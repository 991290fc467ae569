public import DependencyInjection
public import ReducerRuntime

#if canImport(SwiftUI)
  public import SwiftUI
#endif

// Replaced by `Clock`.

/// A queue, a run loop, or a test replacement that measures time and sleeps.
///
///     func wait(on scheduler: some Scheduler) async throws {
///       try await scheduler.sleep(for: .milliseconds(300))
///     }
public protocol Scheduler<Queue> {
  /// The type of queue that the scheduler represents.
  associatedtype Queue

  /// Returns the scheduler with its concrete type erased.
  func eraseToAnyScheduler() -> AnySchedulerOf<Queue>
}

extension Scheduler {
  /// Suspends for a duration, or throws `CancellationError` when canceled.
  public func sleep(
    for duration: SchedulerStride, tolerance: SchedulerStride? = nil
  ) async throws {
    let clock = eraseToAnyScheduler().clock
    try await clock.sleep(for: duration.duration, tolerance: tolerance?.duration)
  }

  /// Returns a stream of the times at which a timer fires. The stream ends when its task is
  /// canceled.
  public func timer(
    interval: SchedulerStride, tolerance: SchedulerStride? = nil
  ) -> AsyncStream<AnyClock<Duration>.Instant> {
    AsyncTimerSequence(
      interval: interval.duration, tolerance: tolerance?.duration,
      clock: eraseToAnyScheduler().clock, keepsOrder: true
    ).eraseToStream()
  }
}

extension Scheduler {
  /// Returns the scheduler, since there is no user interface whose changes could be animated.
  @_disfavoredOverload  // Apps brought this method before the published library had it.
  public func animation(_ animation: Animation? = .default) -> AnySchedulerOf<Queue> {
    eraseToAnyScheduler()
  }

  /// Returns the scheduler, since there is no user interface whose changes could be animated.
  public func transaction(_ transaction: Transaction) -> AnySchedulerOf<Queue> {
    eraseToAnyScheduler()
  }
}

/// A scheduler for work on the main thread, where effects always send their actions.
///
///     func late(_ effect: Effect<Profile.Action>) -> Effect<Profile.Action> {
///       effect.debounce(id: "late", for: .seconds(1), scheduler: UIScheduler.shared)
///     }
public struct UIScheduler: Scheduler, Sendable {
  /// The shared instance.
  public static let shared = Self()

  private init() {}

  /// Returns a scheduler that uses real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<UIScheduler> { .main }
}
