public import DependencyInjection

extension Reducer {
  /// Overrides a dependency for this reducer and its effects, and for no other.
  ///
  /// Of two overrides of the same dependency, the one that is nearer to the reducer holds.
  @inlinable
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> ReducerOperator<State, Action> {
    underDependencies { $0.assign(value, to: keyPath) }
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

/// Puts changed dependencies in force while a reducer is built and while it runs.
@usableFromInline
final class DependencyScope {
  private let overlay: DependencyOverlay

  @usableFromInline
  init(_ change: @escaping (inout DependencyValues) -> Void) {
    overlay = DependencyOverlay(change)
  }

  @usableFromInline
  func run<Result>(_ body: () -> Result) -> Result {
    overlay.run(body)
  }
}

extension Reducer {
  /// This reducer and its effects, under dependencies that a function has changed.
  @inlinable
  func underDependencies(
    _ change: @escaping (inout DependencyValues) -> Void
  ) -> ReducerOperator<State, Action> {
    ReducerOperator {
      let scope = DependencyScope(change)
      let reduce = scope.run { self.assemble().reduce }
      return AssembledReducer { state, action in
        scope.run { reduce(&state, action) }
      }
    }
  }
}
