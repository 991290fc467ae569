import DependencyInjection
public import ReducerRuntime

// Replaced by `debounce` and `throttle` with a clock.

extension Effect {
  /// Returns the effect, delayed until none with the same identity has been returned for a while.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: SchedulerStride, scheduler: some Scheduler
  ) -> Self {
    debounce(id: id, for: dueTime.duration, clock: scheduler.eraseToAnyScheduler().clock)
  }

  /// Returns the effect with actions limited to one per interval of a scheduler.
  public func throttle(
    id: some Hashable & Sendable, for interval: SchedulerStride, scheduler: some Scheduler,
    latest: Bool
  ) -> Self {
    throttle(
      id: id, for: interval.duration, clock: scheduler.eraseToAnyScheduler().clock, latest: latest)
  }
}
