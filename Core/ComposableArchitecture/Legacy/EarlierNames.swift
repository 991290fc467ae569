// Replaced by the names that the declarations are renamed to.

/// A reducer, by its earlier name.
@available(*, deprecated, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// A reducer of another reducer's state and actions, by its earlier name.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// An effect, by its earlier name.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask<Action> = Effect<Action>

/// The effects that an action started, by their earlier name.
@available(*, deprecated, renamed: "StoreTask")
public typealias ViewStoreTask = StoreTask

extension AsyncStream {
  /// A stream, and what puts elements into it.
  @available(*, deprecated, renamed: "makeStream(of:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream, and what puts elements into it.
  @available(*, deprecated, renamed: "makeStream(of:throwing:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, throwing: Failure.self, bufferingPolicy: limit)
  }
}
