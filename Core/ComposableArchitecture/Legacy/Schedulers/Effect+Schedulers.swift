import DependencyInjection

// Replaced by `debounce` and `throttle` with a clock.

extension Effect {
  /// The effect, after a pause on a scheduler during which no other effect of the identity was
  /// returned.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: SchedulerStride, scheduler: some Scheduler
  ) -> Self {
    debounce(id: id, for: dueTime.duration, clock: scheduler.eraseToAnyScheduler().clock)
  }

  /// The effect, whose actions are sent at most once in an interval of a scheduler.
  public func throttle(
    id: some Hashable & Sendable, for interval: SchedulerStride, scheduler: some Scheduler,
    latest: Bool
  ) -> Self where Action: Sendable {
    throttle(
      id: id, for: interval.duration, clock: scheduler.eraseToAnyScheduler().clock, latest: latest)
  }
}
