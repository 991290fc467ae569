import DependencyInjection
import Platform

extension Effect {
  /// Returns the effect with an identity by which `cancel(id:)` can cancel it.
  ///
  /// If `cancelInFlight` is true, running effects with the same identity are canceled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    if isNone, !cancelInFlight { return .none }
    return Effect(
      operation: .cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Creates an effect that cancels all running effects with an identity.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Effect(operation: .cancel(id: CancelID(id)))
  }

  /// Creates an effect that cancels all running effects with any of several identities.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }

  /// Creates an effect that cancels all running effects with identities of several types.
  @_disfavoredOverload
  public static func cancel(ids: [any Hashable & Sendable]) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}

extension Effect {
  /// Returns the effect delayed until none with the same identity has been returned for a while.
  ///
  /// A waiting or running effect with the same identity is canceled, as with
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

/// Performs work that `Task.cancel(id:)` can cancel and, within effects, `Effect.cancel(id:)`.
///
/// If `cancelInFlight` is true, running work with the same identity is canceled first. Within an
/// effect, the identity is scoped to the feature that returned the effect, as with
/// `Effect.cancellable`. Outside of effects, all code shares one scope, except that each test has
/// its own.
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
  /// Cancels running work with an identity.
  ///
  /// Within an effect, cancels the work of the feature that returned the effect, as with
  /// `Effect.cancel(id:)`. Outside of effects, cancels work that `withTaskCancellation` started
  /// outside of effects.
  public static func cancel(id: some Hashable & Sendable) {
    EffectTaskScope.currentOrOutside.cancel(CancelID(id))
  }
}

extension EffectTaskScope {
  fileprivate static var currentOrOutside: EffectTaskScope {
    current ?? EffectTaskScope(registry: .outside, path: [], dismiss: nil)
  }
}

extension CancellationRegistry {
  /// The cancelable work outside of stores.
  package static var outside: CancellationRegistry {
    DependencyValues.current[OutsideCancellation.self]
  }
}

/// The cancelable work outside of effects. Because this is a dependency, each test has its own.
private enum OutsideCancellation: DependencyKey {
  static let liveValue = CancellationRegistry()
  static var testValue: CancellationRegistry { CancellationRegistry() }
}

private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  private let stored = Mutex<Result<Value, Failure>?>(nil)

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
