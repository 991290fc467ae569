import DependencyInjection
import Locking

extension Effect {
  /// The effect, which `cancel(id:)` can cancel; effects in flight of the same identity may be
  /// cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    if isNone, !cancelInFlight { return .none }
    return Effect(
      operation: .cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// An effect that cancels all effects in flight of an identity.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Effect(operation: .cancel(id: CancelID(id)))
  }

  /// An effect that cancels all effects in flight of several identities.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }

  /// An effect that cancels all effects in flight of identities of several types.
  @_disfavoredOverload
  public static func cancel(ids: [any Hashable & Sendable]) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}

extension Effect {
  /// The effect, after a pause during which no other effect of the identity was returned.
  ///
  /// An effect of the same identity that is waiting or in flight is cancelled, as by
  /// `cancellable(id:cancelInFlight:)`.
  public func debounce(
    id: some Hashable & Sendable, for dueTime: Duration, tolerance: Duration? = nil,
    clock: any Clock<Duration>
  ) -> Self {
    if isNone { return .none }
    return .concatenate(
      .run { _ in try await clock.sleep(for: dueTime, tolerance: tolerance) }, self
    )
    .cancellable(id: id, cancelInFlight: true)
  }
}

/// Does work that `Task.cancel(id:)` can cancel, and in an effect `Effect.cancel(id:)`.
///
/// Work in flight of the same identity may be cancelled first. In an effect the identity is known to
/// the feature whose effect this is, as that of `Effect.cancellable`. Outside of effects it is known
/// to all code that is no effect; a test sees its own alone.
public func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let scope = EffectTaskScope.currentOrOutside
  if cancelInFlight { scope.cancel(CancelID(id)) }
  let ids = ScopedCancelID.all(CancelID(id), at: scope.path)
  let group = EffectGroup()
  scope.registry.add(group, ids)
  defer { scope.registry.remove(group, ids) }
  let outcome = Outcome<Value, Failure>()
  let task = Task {
    _ = isolation
    do throws(Failure) {
      outcome.set(.success(try await operation()))
    } catch {
      outcome.set(.failure(error))
    }
  }
  group.add(task, number: 0)
  if group.isCancelled { task.cancel() }
  await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  return try outcome.result.get()
}

extension Task<Never, Never> {
  /// Cancels work in flight of an identity: in an effect, that of the feature's effects.
  ///
  /// The identity is that of the feature whose effect this is, as with `Effect.cancel(id:)`; outside
  /// of effects it is that of `withTaskCancellation` outside of effects.
  public static func cancel(id: some Hashable & Sendable) {
    EffectTaskScope.currentOrOutside.cancel(CancelID(id))
  }
}

extension EffectTaskScope {
  /// The scope of the effect that does the work, or that of all code that is no effect.
  fileprivate static var currentOrOutside: EffectTaskScope {
    current
      ?? EffectTaskScope(
        registry: DependencyValues.current[OutsideCancellation.self], path: [], dismiss: nil)
  }
}

/// What can be cancelled outside of effects. As a dependency, it is each test's own.
private enum OutsideCancellation: DependencyKey {
  static let liveValue = CancellationRegistry()
  static var testValue: CancellationRegistry { CancellationRegistry() }
}

/// What became of work that another task does.
private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  private let stored = Mutex<Result<Value, Failure>?>(nil)

  /// The result, once the task has ended.
  var result: Result<Value, Failure> {
    guard let result = stored.withLock({ $0 }) else {
      preconditionFailure("work has a result when its task has ended")
    }
    return result
  }

  func set(_ result: Result<Value, Failure>) {
    stored.withLock { $0 = result }
  }
}
