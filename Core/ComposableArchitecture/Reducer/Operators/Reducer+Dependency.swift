public import DependencyInjection

extension Reducer {
  /// Overrides a dependency for this reducer and its effects, and for no other.
  ///
  /// Of two overrides of the same dependency, the one that is nearer to the reducer holds.
  @inlinable
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> ReducerOperator<State, Action> {
    underDependencies { $0[keyPath: keyPath] = value }
  }

  /// Overrides the dependency that is known by the type of a value.
  @inlinable
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> ReducerOperator<State, Action> where Value.Value == Value {
    underDependencies { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer and its effects, and for no other.
  ///
  /// The change is made anew only when the dependencies around this reducer are others than before.
  @inlinable
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> ReducerOperator<State, Action> {
    underDependencies { transform(&$0[keyPath: keyPath]) }
  }

  /// Changes the dependency that is known by its type.
  @inlinable
  public func transformDependency<Value: TestDependencyKey>(
    _ type: Value.Type,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> ReducerOperator<State, Action> where Value.Value == Value {
    underDependencies { transform(&$0[Value.self]) }
  }
}
