public import DependencyInjection
public import ReducerRuntime

// Replaced by `clock.timer(interval:)` in `Effect.run`.

extension Effect where Action == AnyClock<Duration>.Instant {
  /// Creates an effect that sends the times of a timer until it is canceled, or until an effect
  /// with the same identity is returned.
  public static func timer(
    id: some Hashable & Sendable, every interval: SchedulerStride,
    tolerance: SchedulerStride? = nil, on scheduler: some Scheduler
  ) -> Self {
    let scheduler = scheduler.eraseToAnyScheduler()
    return .run { send in
      for await time in scheduler.timer(interval: interval, tolerance: tolerance) {
        await send(time)
      }
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}
