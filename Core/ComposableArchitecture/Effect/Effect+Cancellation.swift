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

/// Does work in an effect that `Task.cancel(id:)` and `Effect.cancel(id:)` can cancel.
///
/// Work in flight of the same identity may be cancelled first. The identity is known to the feature
/// whose effect this is, as that of `Effect.cancellable`; outside of effects there is nothing that
/// could cancel the work, which is reported.
public func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Value,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async throws(Failure) -> Value {
  guard let scope = EffectTaskScope.current else {
    reportOutsideOfEffect(
      "withTaskCancellation(id: \(id))",
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    return try await operation()
  }
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
  /// Cancels, from within an effect, the effects in flight of an identity.
  ///
  /// The identity is that of the feature whose effect this is, as with `Effect.cancel(id:)`. A call
  /// outside of effects is reported.
  public static func cancel(
    id: some Hashable & Sendable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    guard let scope = EffectTaskScope.current else {
      reportOutsideOfEffect(
        "Task.cancel(id: \(id))",
        at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
      return
    }
    scope.cancel(CancelID(id))
  }
}

private func reportOutsideOfEffect(_ call: String, at location: CodeLocation) {
  reportIssue(
    """
    "\(call)" was called outside of an effect. …

    Identities by which work is cancelled belong to the store whose effect does the work. Call it \
    in the operation of "Effect.run", or in a task that the operation has started.
    """,
    at: location)
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
