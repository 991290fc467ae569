public import DependencyInjection

// Replaced by `Clock`.

/// A queue, a run loop, or what stands for one in a test: it measures time and sleeps.
///
///     func wait(on scheduler: some Scheduler) async throws {
///       try await scheduler.sleep(for: .milliseconds(300))
///     }
public protocol Scheduler<Queue> {
  /// The type of queue that the scheduler stands for.
  associatedtype Queue

  /// The scheduler as features take it.
  func eraseToAnyScheduler() -> AnySchedulerOf<Queue>
}

extension Scheduler {
  /// Sleeps for a time; throws `CancellationError` when cancelled.
  public func sleep(
    for duration: SchedulerStride, tolerance: SchedulerStride? = nil
  ) async throws {
    let clock = eraseToAnyScheduler().clock
    try await clock.sleep(for: duration.duration, tolerance: tolerance?.duration)
  }

  /// A stream of the times at which a timer fires, which ends when its task is cancelled.
  public func timer(
    interval: SchedulerStride, tolerance: SchedulerStride? = nil
  ) -> AsyncStream<AnyClock<Duration>.Instant> {
    AsyncTimerSequence(
      interval: interval.duration, tolerance: tolerance?.duration,
      clock: eraseToAnyScheduler().clock
    ).eraseToStream()
  }
}

/// A scheduler of the main thread's work, where effects send their actions anyway.
///
///     func late(_ effect: Effect<Profile.Action>) -> Effect<Profile.Action> {
///       effect.debounce(id: "late", for: .seconds(1), scheduler: UIScheduler.shared)
///     }
public struct UIScheduler: Scheduler, Sendable {
  /// The scheduler.
  public static let shared = Self()

  private init() {}

  /// The scheduler of the real time.
  public func eraseToAnyScheduler() -> AnySchedulerOf<UIScheduler> { .main }
}
