import DependencyInjection
public import ReducerRuntime

// Replaced by `debounce` and `throttle` with a clock, and by `clock.sleep(for:)` in `Effect.run`.

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

  /// Returns the effect with actions limited to one per interval of a scheduler, regardless of
  /// other effects.
  public func throttle(
    for interval: SchedulerStride, scheduler: some Scheduler, latest: Bool
  ) -> Self {
    throttle(
      for: interval.duration, clock: scheduler.eraseToAnyScheduler().clock, latest: latest)
  }
}

extension Effect {
  /// Returns the effect with its actions sent by a scheduler. A test's scheduler sends them when
  /// the test advances it, even by zero.
  public func receive(on scheduler: some Scheduler) -> Self {
    // This scheduler sends what reaches it on the main actor immediately.
    if scheduler is UIScheduler { return self }
    return delay(for: .zero, scheduler: scheduler)
  }

  /// Returns the effect with its actions, its error and its end delayed.
  public func delay(
    for interval: SchedulerStride, tolerance: SchedulerStride? = nil, scheduler: some Scheduler
  ) -> Self {
    delayed(by: interval.duration, clock: scheduler.eraseToAnyScheduler().clock)
  }

  /// Returns an effect that starts this effect after a delay.
  public func deferred(for dueTime: SchedulerStride, scheduler: some Scheduler) -> Self {
    if isNone { return .none }
    let scheduler = scheduler.eraseToAnyScheduler()
    return .concatenate(.run { _ in try await scheduler.sleep(for: dueTime) }, self)
  }
}
