import DependencyInjection

/// The position in a tree of reducers while the tree is being built.
///
/// Unchecked `Sendable`: one task builds a tree, and only the store that requested it runs it.
@usableFromInline
struct Assembly: @unchecked Sendable {
  @TaskLocal @usableFromInline static var current = Assembly()

  private var types: [ObjectIdentifier] = []

  /// The innermost operator whose element reducers are being built.
  private(set) var owner: ChildOwner?

  /// Builds the body of a reducer, or defers building if the reducer is nested in its own body.
  ///
  /// A recursive feature has an infinite tree, which is built only as deep as actions reach.
  @usableFromInline
  static func body<State, Action>(
    of type: any Any.Type, _ build: @escaping () -> AssembledReducer<State, Action>
  ) -> AssembledReducer<State, Action> {
    var inner = current
    let id = ObjectIdentifier(type)
    guard !inner.types.contains(id) else { return deferred(id, build) }
    inner.types.append(id)
    return inner.run(build)
  }

  static func elements<Result>(of owner: ChildOwner, _ build: () -> Result) -> Result {
    var inner = current
    inner.owner = owner
    return inner.run(build)
  }

  /// The current position, for reducers that are built later, when an action arrives.
  @usableFromInline
  static var forLater: Self {
    let position = current
    position.owner?.hasInner = true
    return position
  }

  @usableFromInline
  func run<Result>(_ build: () -> Result) -> Result {
    Self.$current.withValue(self, operation: build)
  }

  private static func deferred<State, Action>(
    _ type: ObjectIdentifier, _ build: @escaping () -> AssembledReducer<State, Action>
  ) -> AssembledReducer<State, Action> {
    var position = forLater
    position.types = [type]
    let start = position
    let dependencies = DependencyValues.current
    var reducer: AssembledReducer<State, Action>?
    return AssembledReducer { state, action in
      if let reducer { return reducer.reduce(&state, action) }
      let built = DependencyValues.run(under: dependencies) { start.run(build) }
      reducer = built
      return built.reduce(&state, action)
    }
  }
}
