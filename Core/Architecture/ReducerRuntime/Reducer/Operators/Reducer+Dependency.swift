public import DependencyInjection

extension Reducer {
  /// Overrides a dependency for this reducer and its effects only.
  ///
  /// If a dependency is overridden more than once, the override closest to the reducer wins.
  @inlinable
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> ReducerOperator<State, Action> {
    underDependencies { $0.assign(value, to: keyPath) }
  }

  /// Overrides the dependency whose key is the type of the given value.
  @inlinable
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> ReducerOperator<State, Action> where Value.Value == Value {
    underDependencies { $0[Value.self] = value }
  }

  /// Transforms a dependency for this reducer and its effects only.
  ///
  /// The transform runs again only when the dependencies of the surrounding reducer change.
  @inlinable
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> ReducerOperator<State, Action> {
    underDependencies { transform(&$0[keyPath: keyPath]) }
  }

  /// Transforms the dependency whose key is the given type.
  @inlinable
  public func transformDependency<Value: TestDependencyKey>(
    _ type: Value.Type,
    transform: @escaping (_ dependency: inout Value) -> Void
  ) -> ReducerOperator<State, Action> where Value.Value == Value {
    underDependencies { transform(&$0[Value.self]) }
  }
}

/// Changed dependencies that are current while a reducer is built and while it runs.
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
