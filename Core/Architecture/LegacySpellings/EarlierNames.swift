public import ReducerRuntime
public import SharedState

// Former names, replaced by the names in the deprecation attributes.

/// The former name of `Reducer`.
@available(*, deprecated, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// The former name of `ReducerOf`.
@available(*, deprecated, renamed: "ReducerOf")
public typealias ReducerProtocolOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

/// The former name of `Effect`.
@available(*, deprecated, renamed: "Effect")
public typealias EffectTask<Action> = Effect<Action>

/// The former name of `Effect`, with a type of errors.
@available(*, deprecated, message: "Use 'Effect<Action>'.")
public typealias EffectPublisher<Action, Failure> = Effect<Action>

/// The former name of `BindingState`.
@available(*, deprecated, renamed: "BindingState")
public typealias BindableState = BindingState

/// The former name of `StoreTask`.
@available(*, deprecated, renamed: "StoreTask")
public typealias ViewStoreTask = StoreTask

extension Shared {
  /// Creates a reference to a value without a key.
  @_disfavoredOverload
  @available(*, deprecated, renamed: "init(value:)")
  public init(_ value: sending Value) {
    self.init(value: value)
  }
}

extension AlertState {
  /// The former name of `ButtonState`.
  @available(*, deprecated, renamed: "ButtonState")
  public typealias Button = ButtonState<Action>

  /// The former name of `ButtonStateAction`.
  @available(*, deprecated, renamed: "ButtonStateAction")
  public typealias ButtonAction = ButtonStateAction<Action>

  /// The former name of `ButtonStateRole`.
  @available(*, deprecated, renamed: "ButtonStateRole")
  public typealias ButtonRole = ButtonStateRole
}

extension ConfirmationDialogState {
  /// The former name of `ButtonState`.
  @available(*, deprecated, renamed: "ButtonState")
  public typealias Button = ButtonState<Action>

  /// The former name of `ConfirmationDialogStateTitleVisibility`.
  @available(*, deprecated, renamed: "ConfirmationDialogStateTitleVisibility")
  public typealias Visibility = ConfirmationDialogStateTitleVisibility
}

extension AsyncStream {
  /// Returns a stream and the continuation that yields its elements.
  @available(*, deprecated, renamed: "makeStream(of:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// Returns a stream and the continuation that yields its elements.
  @available(*, deprecated, renamed: "makeStream(of:throwing:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, throwing: Failure.self, bufferingPolicy: limit)
  }
}
