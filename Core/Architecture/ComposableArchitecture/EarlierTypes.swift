#if EarlierTypes
  // The names that have other meanings before version 1, for packages that enable this trait. They
  // hide the names of this module's rooms.

  /// An effect that may name a type of errors: `Effect<Action, Never>`.
  public typealias Effect<Action, each Failure> = ReducerRuntime.Effect<Action>

  /// A reducer that takes the environment. The protocol has the name `ReducerProtocol`.
  public typealias Reducer = AnyReducer

  /// A test store whose environment a test can change.
  public typealias TestStore<State: Equatable, Action, Environment> = EnvironmentTestStore<
    State, Action, Environment
  >
#endif
