import DependencyInjection
import Issues
import ValueDump

extension Effect {
  /// Creates an effect that performs asynchronous work and can send any number of actions.
  ///
  /// Work starts on the main actor, in the order in which effects were returned. The compiler of
  /// Swift 6.3 moves a closure with a capture list to other threads, unless it has the attribute
  /// `@MainActor`. Work sees the dependencies of the reducer that returned it. A thrown error is
  /// passed to the handler. Without a handler, errors other than cancellation are reported.
  /// Debuggers show `name` as the name of the task.
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
            // Cancellation is a normal way for an effect to end.
          } catch  where Task.isCancelled {
            // An error that results from the cancellation isn't reported either.
          } catch {
            guard let handler else { return location.reportUncaught(error) }
            await handler(error, send)
          }
        }))
  }
}

extension CodeLocation {
  func reportUncaught(_ error: any Error) {
    report(
      """
      An "Effect.run" returned from "\(fileID):\(line)" threw an unhandled error.

      \(String(customDumping: error, indent: 4))

      All errors other than cancellation must be caught: by a "do" and "catch" in the operation, \
      or by the "catch" closure of "Effect.run".
      """)
  }
}

struct EffectWork<Action>: Sendable {
  let priority: TaskPriority?
  let name: String?
  /// The dependencies of the code that created the effect, which are current during the work.
  let dependencies: DependencyValues
  let operation: @Sendable (Send<Action>) async -> Void
  /// The location of the call that created the effect, or `nil` if the library created it.
  let location: CodeLocation?
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

  func wrapping(_ operation: @escaping @Sendable (Send<Action>) async -> Void) -> Self {
    var work = performing(operation)
    work.dismissal = dismissal
    return work
  }

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
      await operation(Send(send: { send(transform($0)) }, fail: send.fail))
    }
    if let dismissal { work.dismissal = { transform(dismissal()) } }
    return work
  }
}

/// A function that sends an effect's actions back into the store.
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
  /// Handles the error of an effect that fails, and returns an error that remains; or `nil` if no
  /// operator handles errors.
  let fail: (@MainActor @Sendable (any Error) -> (any Error)?)?

  /// Creates a function that passes actions to a closure.
  public init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.init(send: send, fail: nil)
  }

  init(
    send: @escaping @MainActor @Sendable (Action) -> Void,
    fail: (@MainActor @Sendable (any Error) -> (any Error)?)?
  ) {
    self.send = send
    self.fail = fail
  }

  /// Sends an action, unless the effect was canceled.
  public func callAsFunction(_ action: Action) {
    guard !Task.isCancelled else {
      EffectTaskScope.current?.noteDroppedAction?()
      return
    }
    send(action)
  }
}

/// The function that sends a feature's actions.
public typealias SendOf<Feature: Reducer> = Send<Feature.Action>
