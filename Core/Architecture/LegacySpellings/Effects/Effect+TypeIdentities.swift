public import DependencyInjection
public import ReducerRuntime
import ValueDump

// Types as identities of effects: `.cancel(id: TimerID.self)`. Replaced by values, such as cases.

extension Effect {
  /// Returns the effect with a type as the identity by which `cancel(id:)` can cancel it.
  @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Self {
    cancellable(id: TypeIdentity(id), cancelInFlight: cancelInFlight)
  }

  /// Creates an effect that cancels all running effects whose identity is a type.
  @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
  public static func cancel(id: Any.Type) -> Self { .cancel(id: TypeIdentity(id)) }

  /// Creates an effect that cancels all running effects whose identities are any of several types.
  @available(*, deprecated, message: "Use values that are 'Hashable' and 'Sendable'.")
  public static func cancel(ids: [Any.Type]) -> Self { .cancel(ids: ids.map(TypeIdentity.init)) }
}

extension Effect {
  /// Returns the effect, delayed until none with the same type as identity has been returned for a
  /// while.
  @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
  public func debounce(
    id: Any.Type, for dueTime: SchedulerStride, scheduler: some Scheduler
  ) -> Self {
    debounce(id: TypeIdentity(id), for: dueTime, scheduler: scheduler)
  }

  /// Returns the effect with actions limited to one per interval of a scheduler.
  @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
  public func throttle(
    id: Any.Type, for interval: SchedulerStride, scheduler: some Scheduler, latest: Bool
  ) -> Self {
    throttle(id: TypeIdentity(id), for: interval, scheduler: scheduler, latest: latest)
  }
}

extension Effect where Action == AnyClock<Duration>.Instant {
  /// Creates an effect that sends the times of a timer, with a type as its identity.
  @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
  public static func timer(
    id: Any.Type, every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
    on scheduler: some Scheduler
  ) -> Self {
    timer(id: TypeIdentity(id), every: interval, tolerance: tolerance, on: scheduler)
  }
}

/// Performs work that `Task.cancel(id:)` and `Effect.cancel(id:)` can cancel by a type.
@available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
public func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: Any.Type, cancelInFlight: Bool = false, isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withTaskCancellation(
    id: TypeIdentity(id), cancelInFlight: cancelInFlight, operation: operation)
}

extension Task<Never, Never> {
  /// Cancels all running work whose identity is a type.
  @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
  public static func cancel(id: Any.Type) { cancel(id: TypeIdentity(id)) }
}

/// A type as the identity of an effect. A log has its name with its enclosing types, which is the
/// same in each process.
private struct TypeIdentity: Hashable, Sendable {
  private let type: ObjectIdentifier
  private let name: String

  init(_ type: Any.Type) {
    self.type = ObjectIdentifier(type)
    name = TypeNames.name(of: type)
  }
}

extension TypeIdentity: CustomStringConvertible {
  var description: String { name }
}
