import DependencyInjection
import Platform

extension Effect {
  /// Returns the effect, limited to one action per interval for all effects with the identity.
  ///
  /// The first action is sent immediately. Of the actions that follow within the interval, the
  /// latest or the first is sent when the interval ends, depending on `latest`. The effect cancels
  /// a running effect with the same identity, as with `cancellable(id:cancelInFlight:)`.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Self {
    if isNone { return .none }
    let throttle = Throttle(
      id: CancelID(id), interval: interval, clock: AnyClock(clock), isLatest: latest)
    return throttled(throttle).cancellable(id: id, cancelInFlight: true)
  }

  /// Returns the effect, limited to one action per interval for each of its parts.
  package func throttle(for interval: Duration, clock: any Clock<Duration>, latest: Bool) -> Self {
    throttled(Throttle(id: nil, interval: interval, clock: AnyClock(clock), isLatest: latest))
  }

  private func throttled(_ throttle: Throttle) -> Self {
    switch operation {
    case .none, .cancel: return self
    case .send(let action):
      // `nonisolated(unsafe)`, because actions of the language mode of Swift 5 are not Sendable.
      nonisolated(unsafe) let action = action
      return Effect(
        operation: .run(
          EffectWork(priority: nil, dependencies: .current) { send in
            await throttle.run(send) { send in await send(action) }
          }))
    case .run(let work):
      return Effect(
        operation: .run(
          work.wrapping { send in await throttle.run(send, work.operation) }))
    case .merge(let effects): return .merge(effects.map { $0.throttled(throttle) })
    case .concatenate(let effects):
      return .concatenate(effects.map { $0.throttled(throttle) })
    case .cancellable(let effect, let id, let cancelInFlight):
      return Effect(
        operation: .cancellable(effect.throttled(throttle), id: id, cancelInFlight: cancelInFlight))
    case .child(let effect, let group, let place):
      return Effect(operation: .child(effect.throttled(throttle), group, place))
    }
  }
}

private struct Throttle: Sendable {
  /// The identity of the effects that share the interval, or `nil` if the effect shares none.
  let id: CancelID?
  let interval: Duration
  let clock: AnyClock<Duration>
  let isLatest: Bool

  /// Runs work whose actions are throttled, and waits until the last action has been sent.
  @MainActor
  func run<Action>(
    _ send: Send<Action>, _ work: @Sendable (Send<Action>) async -> Void
  ) async {
    guard let scope = EffectTaskScope.current else { return await work(send) }
    let record =
      id.map { scope.registry.throttle(ScopedCancelID(path: scope.path, id: $0)) }
      ?? ThrottleRecord()
    let delayed = DelayedSend()
    await withTaskCancellationHandler {
      await work(
        Send(
          send: { action in
            let now = clock.now
            let pending = UncheckedSendable<Any>(action)
            guard let wait = record.wait(for: pending, at: now, interval: interval, isLatest) else {
              return send(action)
            }
            delayed.start {
              do {
                try await clock.sleep(for: wait)
              } catch {
                return
              }
              if let action = record.take(at: clock.now)?.value as? Action { send(action) }
            }
          }, fail: send.fail))
      await delayed.finish()
    } onCancel: {
      delayed.cancel()
    }
  }
}

private final class DelayedSend: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  @MainActor
  func start(_ work: @escaping @MainActor @Sendable () async -> Void) {
    cancel()
    let new = Task { @MainActor in await work() }
    task.withLock { $0 = new }
  }

  func finish() async {
    await task.withLock { $0 }?.value
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }
}

/// The times and pending actions of throttled effects with one identity in one store.
final class ThrottleRecord: Sendable {
  private struct State {
    var last: AnyClock<Duration>.Instant?
    var pending: UncheckedSendable<Any>?
  }

  private let state = Mutex(State())

  /// Records an action. Returns the time until it may be sent, or `nil` if it is sent immediately.
  func wait(
    for action: UncheckedSendable<Any>, at now: AnyClock<Duration>.Instant, interval: Duration,
    _ isLatest: Bool
  ) -> Duration? {
    state.withLock { state in
      guard let last = state.last, last.duration(to: now) < interval else {
        state = State(last: now)
        return nil
      }
      if isLatest || state.pending == nil { state.pending = action }
      return interval - last.duration(to: now)
    }
  }

  var hasAction: Bool { state.withLock { $0.pending != nil } }

  func discardAction() {
    state.withLock { $0.pending = nil }
  }

  /// Returns the pending action, and starts a new interval.
  func take(at now: AnyClock<Duration>.Instant) -> UncheckedSendable<Any>? {
    state.withLock { state in
      defer { state = State(last: now) }
      return state.pending
    }
  }
}
