/// Work that a reducer requests: an action, asynchronous work, cancellation, or a combination.
///
/// <!-- context: action -->
///     case .refreshTapped:
///       return .run { send in await send(.loaded(try await client.fetch())) }
///         .cancellable(id: "refresh", cancelInFlight: true)
public struct Effect<Action> {
  enum Operation {
    case none
    case send(Action)
    case run(EffectWork<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    case cancel(id: CancelID)
    case child(Effect, EffectGroup, ChildPathComponent)
  }

  // A single reference lets generic code pass effects without querying their size at run time.
  @usableFromInline let content: EffectContent<Action>?

  init(operation: Operation) {
    if case .none = operation {
      content = nil
    } else {
      content = EffectContent(operation)
    }
  }

  @usableFromInline
  init() {
    content = nil
  }

  var operation: Operation { content?.operation ?? .none }

  /// An effect that does nothing.
  @inlinable
  public static var none: Self { Effect() }

  /// Creates an effect that immediately sends an action, after any actions already waiting.
  public static func send(_ action: Action) -> Self {
    Effect(operation: .send(action))
  }

  /// Creates an effect that runs several effects concurrently, starting them in order.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Creates an effect that runs several effects concurrently, starting them in order.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    combine(effects, as: Operation.merge)
  }

  /// Creates an effect that runs effects in sequence, each after the previous one has ended.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Creates an effect that runs effects in sequence, each after the previous one has ended.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    combine(effects, as: Operation.concatenate)
  }

  /// Returns an effect that runs this effect and a second one concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return merged(with: other)
  }

  @usableFromInline
  func merged(with other: Self) -> Self {
    Effect(operation: .merge([self, other]))
  }

  /// Returns an effect that runs a second effect after this one has ended.
  public func concatenate(with other: Self) -> Self {
    if other.isNone { return self }
    if isNone { return other }
    return Effect(operation: .concatenate([self, other]))
  }

  /// Returns the effect with each of its actions transformed.
  public func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    switch operation {
    case .none:
      .none
    case .send(let action):
      .send(transform(action))
    case .run(let work):
      Effect<NewAction>(operation: .run(work.map(transform)))
    case .merge(let effects):
      Effect<NewAction>(operation: .merge(effects.map { $0.map(transform) }))
    case .concatenate(let effects):
      Effect<NewAction>(operation: .concatenate(effects.map { $0.map(transform) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<NewAction>(
        operation: .cancellable(effect.map(transform), id: id, cancelInFlight: cancelInFlight))
    case .cancel(let id):
      Effect<NewAction>(operation: .cancel(id: id))
    case .child(let effect, let group, let component):
      Effect<NewAction>(operation: .child(effect.map(transform), group, component))
    }
  }

  // Always inlined, because fetching the type's metadata for a call costs as much as a reducer.
  @inlinable
  @inline(__always)
  package var isNone: Bool { content == nil }

  private static func combine(
    _ effects: some Sequence<Self>, as operation: ([Effect]) -> Operation
  ) -> Self {
    let effects = effects.filter { !$0.isNone }
    switch effects.count {
    case 0: return .none
    case 1: return effects[0]
    default: return Effect(operation: operation(effects))
    }
  }
}

@usableFromInline
final class EffectContent<Action> {
  let operation: Effect<Action>.Operation

  init(_ operation: Effect<Action>.Operation) {
    self.operation = operation
  }
}

extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}
extension EffectContent: Sendable where Action: Sendable {}

/// An effect of a feature.
public typealias EffectOf<Feature: Reducer> = Effect<Feature.Action>

extension Effect {
  /// Creates an effect that immediately sends an action.
  public init(value: Action) {
    self = .send(value)
  }

  /// Creates an effect that performs work without sending actions, and ignores errors.
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority) { _ in try? await work() }
  }

  /// Creates an effect that performs work and sends the result as an action.
  ///
  /// A thrown error is passed to the handler, whose result is sent instead. Without a handler,
  /// errors other than cancellation are reported. The work and the handler run on the main actor.
  public static func task(
    priority: TaskPriority? = nil,
    // On the main actor, because the compiler rejects a closure with a capture list whose action is
    // not Sendable anywhere else.
    operation: @escaping @MainActor @Sendable () async throws -> Action,
    catch handler: (@MainActor @Sendable (_ error: any Error) async -> Action)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .failing(
      priority: priority, fileID: fileID, filePath: filePath, line: line, column: column
    ) { send in
      let action: Action
      do {
        action = try await operation()
      } catch {
        guard let handler, !(error is CancellationError) else { throw error }
        action = await handler(error)
      }
      send(action)
    }
  }

  /// Returns the effect without its actions and its error, for a feature with other actions.
  public func fireAndForget<NewAction>() -> Effect<NewAction> {
    rewritten(
      sending: { _ in .none },
      performing: { work, _ in await work(Send(send: { _ in }, fail: { _ in nil })) })
  }
}
