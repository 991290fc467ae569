extension Reducer {
  /// Runs a child's reducer on optional state while there is some, before the parent's own reducer.
  ///
  /// The effects of a child whose state becomes `nil` are cancelled. An action for a child that is
  /// not there is reported, with the place where the reducers were composed.
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ state: WritableKeyPath<State, WrappedState?>,
    action: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Wrapped.State == WrappedState, Wrapped.Action == WrappedAction {
    IfLetReducer(
      parent: self, state: state, action: AnyCasePath(action), wrapped: wrapped(),
      site: CompositionSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A parent's reducer with a child that is not always there.
struct IfLetReducer<Parent: Reducer, Wrapped: Reducer>: ReducerOperator {
  typealias State = Parent.State
  typealias Action = Parent.Action

  let parent: Parent
  let state: WritableKeyPath<Parent.State, Wrapped.State?>
  let action: AnyCasePath<Parent.Action, Wrapped.Action>
  let wrapped: Wrapped
  let site: CompositionSite

  func assemble() -> AssembledReducer<Parent.State, Parent.Action> {
    let reduceParent = parent.assemble().reduce
    let reduceWrapped = wrapped.assemble().reduce
    let children = ChildScopes<IfLetIdentity>()
    let (child, path, site) = (state, action, site)
    return AssembledReducer { state, action in
      var effect = Effect<Action>.none
      if let childAction = path.extract(from: action) {
        if let childEffect = state[keyPath: child].mutate({ reduceWrapped(&$0, childAction) }) {
          effect = children.bind(childEffect.map { path.embed($0) }, to: IfLetIdentity())
        } else {
          site.reportMissingState(action: action)
        }
      }
      effect = effect.merge(with: reduceParent(&state, action))
      children.cancel { _ in state[keyPath: child] == nil }
      return effect
    }
  }
}

/// The identity of the one child that optional state can hold.
private struct IfLetIdentity: Hashable {}

extension Optional {
  /// Changes the value, if there is one, without a copy of it.
  fileprivate mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    guard var value = take() else { return nil }
    defer { self = value }
    return body(&value)
  }
}
