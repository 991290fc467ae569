import DependencyInjection

/// The position in a tree of reducers that is being built.
///
/// Unchecked: a tree is built by one task, and run by the store that had it built.
@usableFromInline
struct Assembly: @unchecked Sendable {
  @TaskLocal @usableFromInline static var current = Assembly()

  /// The types of the reducers that are being built, from the outermost one in.
  private var types: [ObjectIdentifier] = []

  /// The innermost operator in whose elements reducers are being built.
  private(set) var owner: ChildOwner?

  /// Builds the body of a reducer, or leaves that for later where the reducer is in its own body.
  ///
  /// The tree of a feature that holds its own kind has no end. It is built as far as actions get.
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

  /// Builds the reducer of an operator's elements.
  static func elements<Result>(of owner: ChildOwner, _ build: () -> Result) -> Result {
    var inner = current
    inner.owner = owner
    return inner.run(build)
  }

  /// The current position, for reducers that are built when an action arrives.
  @usableFromInline
  static var forLater: Self {
    let position = current
    position.owner?.hasInner = true
    return position
  }

  /// Builds reducers at this position.
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
