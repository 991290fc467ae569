extension Effect {
  /// Creates an effect that sends an action back at once.
  public init(value: Action) {
    self = .send(value)
  }

  /// An effect of work that sends nothing back; an error that it throws is ignored.
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority) { _ in try? await work() }
  }

  /// An effect of work whose result is sent back as an action.
  ///
  /// An error that it throws goes to the handler, whose result is sent instead; without a handler it
  /// is reported, cancellation excepted.
  public static func task(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws -> Action,
    catch handler: (@Sendable (_ error: any Error) async -> Action)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self where Action: Sendable {
    .run(
      priority: priority,
      operation: { send in
        do {
          await send(try await operation())
        } catch {
          guard let handler, !(error is CancellationError) else { throw error }
          await send(await handler(error))
        }
      },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The effect without the actions that it sends, as one of a feature with other actions.
  public func fireAndForget<NewAction>() -> Effect<NewAction> {
    switch operation {
    case .none, .send:
      .none
    case .run(let work):
      Effect<NewAction>(operation: .run(work.discardingActions()))
    case .merge(let effects):
      .merge(effects.map { $0.fireAndForget() })
    case .concatenate(let effects):
      .concatenate(effects.map { $0.fireAndForget() })
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<NewAction>(
        operation: .cancellable(
          effect.fireAndForget(), id: id, cancelInFlight: cancelInFlight))
    case .cancel(let id):
      Effect<NewAction>(operation: .cancel(id: id))
    case .child(let effect, let group, let place):
      Effect<NewAction>(operation: .child(effect.fireAndForget(), group, place))
    }
  }
}

extension EffectWork {
  fileprivate func discardingActions<NewAction>() -> EffectWork<NewAction> {
    EffectWork<NewAction>(priority: priority, dependencies: dependencies) { _ in
      await operation(Send { _ in })
    }
  }
}
