package import DependencyInjection
import Issues
import Platform

// Effects that fail, as operators see them. An effect has no type of errors: without an operator
// that handles its error, an effect that fails reports an issue.

extension Effect {
  /// Creates an effect that performs work, and fails with the error that the work throws.
  package static func failing(
    priority: TaskPriority? = nil, fileID: StaticString, filePath: StaticString, line: UInt,
    column: UInt,
    operation: @escaping @MainActor @Sendable (_ send: Send<Action>) async throws -> Void
  ) -> Self {
    .run(
      priority: priority,
      operation: { @MainActor send in
        do {
          try await operation(send)
        } catch {
          // An error that results from a cancellation is ignored, as in `run`.
          guard !(error is CancellationError), !Task.isCancelled else { throw error }
          if let unhandled = send.handle(error) { throw unhandled }
        }
      },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the effect with its actions and its error transformed.
  ///
  /// Results for which the closure returns `nil` are left out. An action must not become an error,
  /// because the work would continue.
  package func mapResults<NewAction>(
    _ transform:
      @escaping @Sendable (_ result: Result<Action, any Error>) -> Result<NewAction, any Error>?
  ) -> Effect<NewAction> {
    rewritten(
      sending: { action in
        if case .success(let action)? = transform(.success(action)) { .send(action) } else { .none }
      },
      performing: { @MainActor work, send in
        await work(
          Send(
            send: { action in
              if case .success(let action)? = transform(.success(action)) { send(action) }
            },
            fail: { error in
              switch transform(.failure(error)) {
              case nil: return nil
              case .success(let action)?:
                send(action)
                return nil
              case .failure(let error)?: return send.handle(error)
              }
            }))
      })
  }

  /// Returns the effect with its actions, its error and its end delayed on a clock.
  package func delayed(by duration: Duration, clock: AnyClock<Duration>) -> Self {
    let wait = Effect.run { _ in try await clock.sleep(for: duration) }
    return rewritten(
      sending: { .concatenate(wait, .send($0)) },
      performing: { @MainActor work, send in
        let results = DelayedResults(delay: duration, clock: clock, send: send)
        await withTaskCancellationHandler {
          let fail = send.fail.map { _ in
            { @MainActor @Sendable (error: any Error) -> (any Error)? in
              results.add(.failure(error))
              return nil
            }
          }
          await work(Send(send: { results.add(.success($0)) }, fail: fail))
          await results.finish()
        } onCancel: {
          results.cancel()
        }
      },
      // Delaying each part would delay the later ones by the sum.
      concatenating: { .concatenate([wait] + $0) })
  }

  /// Returns the effect with other actions and other work, and with the same structure.
  func rewritten<NewAction>(
    sending: (_ action: Action) -> Effect<NewAction>,
    performing:
      @escaping @Sendable (
        _ work: @Sendable (Send<Action>) async -> Void, _ send: Send<NewAction>
      ) async -> Void,
    concatenating: ((_ effects: [Effect]) -> Effect<NewAction>)? = nil
  ) -> Effect<NewAction> {
    func rewritten(_ effect: Effect) -> Effect<NewAction> {
      switch effect.operation {
      case .none:
        .none
      case .send(let action):
        sending(action)
      case .run(let work):
        Effect<NewAction>(
          operation: .run(work.performing { send in await performing(work.operation, send) }))
      case .merge(let effects):
        .merge(effects.map(rewritten))
      case .concatenate(let effects):
        concatenating?(effects) ?? .concatenate(effects.map(rewritten))
      case .cancellable(let effect, let id, let cancelInFlight):
        Effect<NewAction>(
          operation: .cancellable(rewritten(effect), id: id, cancelInFlight: cancelInFlight))
      case .cancel(let id):
        Effect<NewAction>(operation: .cancel(id: id))
      case .child(let effect, let group, let component):
        Effect<NewAction>(operation: .child(rewritten(effect), group, component))
      }
    }
    return rewritten(self)
  }
}

extension Send {
  /// Lets the operators of the effect handle its error. Returns an error that remains.
  fileprivate func handle(_ error: any Error) -> (any Error)? {
    guard let fail else { return error }
    return fail(error)
  }

  fileprivate func deliver(_ result: Result<Action, any Error>) {
    switch result {
    case .success(let action): self(action)
    case .failure(let error):
      if let unhandled = handle(error) { CodeLocation.unknown.reportUncaught(unhandled) }
    }
  }
}

/// The results of an effect that aren't due yet.
@MainActor
private final class DelayedResults<Action> {
  private let delay: Duration
  private let clock: AnyClock<Duration>
  private let send: Send<Action>
  private var waiting: [(deadline: AnyClock<Duration>.Instant, result: Result<Action, any Error>)]
  /// The task that delivers the waiting results.
  private nonisolated let task = Mutex<Task<Void, Never>?>(nil)

  init(delay: Duration, clock: AnyClock<Duration>, send: Send<Action>) {
    self.delay = delay
    self.clock = clock
    self.send = send
    waiting = []
  }

  func add(_ result: Result<Action, any Error>) {
    waiting.append((clock.now.advanced(by: delay), result))
    guard waiting.count == 1 else { return }
    let new = Task { @MainActor in await deliver() }
    task.withLock { $0 = new }
  }

  private func deliver() async {
    while let next = waiting.first {
      do {
        try await clock.sleep(until: next.deadline)
      } catch {
        return
      }
      send.deliver(next.result)
      waiting.removeFirst()
    }
  }

  func finish() async {
    await task.withLock { $0 }?.value
  }

  nonisolated func cancel() {
    task.withLock { $0 }?.cancel()
  }
}
