#if EarlierTypes
  public import DependencyInjection
  public import ReducerRuntime

  // With the trait, `Effect` has a parameter for a type of errors, which the compiler cannot infer.
  // In an expression without type arguments, `Effect` is therefore this value.

  /// The members of `Effect` for expressions that don't write its type arguments:
  /// `Effect(value: .saved)`, `Effect.timer(id: 1, every: 1, on: queue)`.
  public let Effect = UntypedEffect()

  /// The type of the value `Effect`.
  public struct UntypedEffect: Sendable {
    fileprivate init() {}
  }

  extension UntypedEffect {
    /// Creates an effect that immediately sends an action.
    public func callAsFunction<Action>(value: Action) -> ReducerRuntime.Effect<Action> {
      .send(value)
    }

    /// Creates an effect that fails with an error.
    public func callAsFunction<Action>(
      error: some Error, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) -> ReducerRuntime.Effect<Action> {
      .init(error: error, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Creates an effect that immediately sends an action.
    public func send<Action>(_ action: Action) -> ReducerRuntime.Effect<Action> { .send(action) }

    /// Creates an effect that runs several effects concurrently, starting them in order.
    public func merge<Action>(
      _ effects: ReducerRuntime.Effect<Action>...
    ) -> ReducerRuntime.Effect<Action> {
      .merge(effects)
    }

    /// Creates an effect that runs several effects concurrently, starting them in order.
    public func merge<Action>(
      _ effects: some Sequence<ReducerRuntime.Effect<Action>>
    ) -> ReducerRuntime.Effect<Action> {
      .merge(effects)
    }

    /// Creates an effect that runs effects in sequence, each after the previous one has ended.
    public func concatenate<Action>(
      _ effects: ReducerRuntime.Effect<Action>...
    ) -> ReducerRuntime.Effect<Action> {
      .concatenate(effects)
    }

    /// Creates an effect that runs effects in sequence, each after the previous one has ended.
    public func concatenate<Action>(
      _ effects: some Sequence<ReducerRuntime.Effect<Action>>
    ) -> ReducerRuntime.Effect<Action> {
      .concatenate(effects)
    }
  }

  extension UntypedEffect {
    /// Creates an effect that performs asynchronous work and can send any number of actions.
    public func run<Action>(
      priority: TaskPriority? = nil,
      operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
      catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> ReducerRuntime.Effect<Action> {
      .run(
        priority: priority, operation: operation, catch: handler, fileID: fileID,
        filePath: filePath, line: line, column: column)
    }

    /// Creates an effect that performs work and sends the result as an action.
    public func task<Action>(
      priority: TaskPriority? = nil,
      operation: @escaping @MainActor @Sendable () async throws -> Action,
      catch handler: (@MainActor @Sendable (_ error: any Error) async -> Action)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) -> ReducerRuntime.Effect<Action> {
      .task(
        priority: priority, operation: operation, catch: handler, fileID: fileID,
        filePath: filePath, line: line, column: column)
    }

    /// Creates an effect that performs work without sending actions, and ignores errors.
    public func fireAndForget<Action>(
      priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
    ) -> ReducerRuntime.Effect<Action> {
      .fireAndForget(priority: priority, work)
    }

    /// Creates an effect that sends the value, or fails with the error, that a callback receives.
    public func future<Action>(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column,
      _ attempt:
        @escaping (_ callback: @escaping @Sendable (Result<Action, any Error>) -> Void) -> Void
    ) -> ReducerRuntime.Effect<Action> {
      .future(fileID: fileID, filePath: filePath, line: line, column: column, attempt)
    }

    /// Creates an effect that performs work, and sends the value or fails with the error.
    public func result<Action, Failure: Error>(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column, _ work: @escaping @Sendable () -> Result<Action, Failure>
    ) -> ReducerRuntime.Effect<Action> {
      .result(fileID: fileID, filePath: filePath, line: line, column: column, work)
    }

    /// Creates an effect that performs work, and sends the value or fails with the thrown error.
    public func catching<Action>(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column, _ work: @escaping @Sendable () throws -> Action
    ) -> ReducerRuntime.Effect<Action> {
      .catching(fileID: fileID, filePath: filePath, line: line, column: column, work)
    }
  }

  extension UntypedEffect {
    /// Creates an effect that cancels all running effects with an identity.
    public func cancel<Action>(id: some Hashable & Sendable) -> ReducerRuntime.Effect<Action> {
      .cancel(id: id)
    }

    /// Creates an effect that cancels all running effects with any of several identities.
    public func cancel<Action>(
      ids: some Sequence<some Hashable & Sendable>
    ) -> ReducerRuntime.Effect<Action> {
      .cancel(ids: ids)
    }

    /// Creates an effect that cancels all running effects whose identity is a type.
    @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
    public func cancel<Action>(id: Any.Type) -> ReducerRuntime.Effect<Action> { .cancel(id: id) }

    /// Creates an effect that sends the times of a timer.
    public func timer(
      id: some Hashable & Sendable, every interval: SchedulerStride,
      tolerance: SchedulerStride? = nil, on scheduler: some Scheduler
    ) -> ReducerRuntime.Effect<AnyClock<Duration>.Instant> {
      .timer(id: id, every: interval, tolerance: tolerance, on: scheduler)
    }

    /// Creates an effect that sends the times of a timer, with a type as its identity.
    @available(*, deprecated, message: "Use a value that is 'Hashable' and 'Sendable'.")
    public func timer(
      id: Any.Type, every interval: SchedulerStride, tolerance: SchedulerStride? = nil,
      on scheduler: some Scheduler
    ) -> ReducerRuntime.Effect<AnyClock<Duration>.Instant> {
      .timer(id: id, every: interval, tolerance: tolerance, on: scheduler)
    }

    /// Creates an effect that fails the test in which it runs.
    public func unimplemented<Action>(
      _ description: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) -> ReducerRuntime.Effect<Action> {
      .unimplemented(description, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  extension ReducerRuntime.Effect {
    /// The type of the actions, as in `extension Effect where Output == Int`.
    public typealias Output = Action

    /// The type of errors, for extensions of effects that cannot fail.
    public typealias Failure = Never
  }

  #if !canImport(Combine)
    /// Creates an effect that sends one value, in place of the publisher of Combine.
    public func Just<Output>(_ output: Output) -> ReducerRuntime.Effect<Output> { .send(output) }
  #endif
#endif
