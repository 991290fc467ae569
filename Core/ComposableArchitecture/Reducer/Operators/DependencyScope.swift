public import DependencyInjection

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
