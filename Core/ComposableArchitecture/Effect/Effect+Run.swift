import DependencyInjection

extension Effect {
  /// An effect of asynchronous work that can send any number of actions.
  ///
  /// The work starts on the main actor, in the order in which effects were returned; what it awaits
  /// runs where that says. It sees the dependencies of the reducer that returned it. An error that
  /// it throws goes to the handler; without a handler it is reported, cancellation excepted. Debuggers
  /// show the task of the work by its name.
  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Effect(
      operation: .run(
        EffectWork(
          priority: priority, name: name, dependencies: .current, location: location
        ) { send in
          do {
            try await operation(send)
          } catch is CancellationError {
            // Being cancelled is how an effect is meant to end.
          } catch {
            guard let handler else { return location.reportUncaught(error) }
            await handler(error, send)
          }
        }))
  }
}

extension CodeLocation {
  fileprivate func reportUncaught(_ error: any Error) {
    report(
      """
      An "Effect.run" returned from "\(fileID):\(line)" threw an unhandled error.

          \(String(describing: error))

      All errors other than cancellation must be caught: by a "do" and "catch" in the operation, or \
      by the "catch" closure of "Effect.run".
      """)
  }
}

/// The asynchronous work of an effect.
struct EffectWork<Action>: Sendable {
  let priority: TaskPriority?
  /// The name of the task.
  let name: String?
  /// What is in force while the work is done: what was in force where the effect was made.
  let dependencies: DependencyValues
  let operation: @Sendable (Send<Action>) async -> Void
  /// The location of the call that made the effect, if it was made by one of a feature.
  let location: CodeLocation?
  /// The action that dismisses the innermost presented feature that the effect is of, if one is.
  var dismissal: (@Sendable () -> Action)?

  init(
    priority: TaskPriority?, name: String? = nil, dependencies: DependencyValues,
    location: CodeLocation? = nil,
    operation: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.priority = priority
    self.name = name
    self.dependencies = dependencies
    self.location = location
    self.operation = operation
  }

  /// The same work with another operation around it.
  func wrapping(_ operation: @escaping @Sendable (Send<Action>) async -> Void) -> Self {
    var work = performing(operation)
    work.dismissal = dismissal
    return work
  }

  /// Another operation under the same circumstances.
  func performing<NewAction>(
    _ operation: @escaping @Sendable (Send<NewAction>) async -> Void
  ) -> EffectWork<NewAction> {
    EffectWork<NewAction>(
      priority: priority, name: name, dependencies: dependencies, location: location,
      operation: operation)
  }

  func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> EffectWork<NewAction> {
    var work: EffectWork<NewAction> = performing { send in
      await operation(Send { send(transform($0)) })
    }
    if let dismissal { work.dismissal = { transform(dismissal()) } }
    return work
  }
}

/// Sends an effect's actions back into the store.
///
/// <!-- context: action -->
///     case .refreshTapped:
///       return .run { send in
///         await send(.loaded("…"))
///         await send(.loaded(try await client.fetch()), animation: .default)
///       }
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  /// Creates a function that hands actions on.
  public init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  /// Sends an action, unless the effect was cancelled.
  public func callAsFunction(_ action: Action) {
    guard !Task.isCancelled else { return }
    send(action)
  }
}
