/// Runs a child's reducer on a part of the parent's state, for the parent's actions that carry the
/// child's.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private let state: WritableKeyPath<ParentState, Child.State>
  private let action: AnyCasePath<ParentAction, Child.Action>
  private let child: Child

  /// Embeds a child's reducer in the parent's domain.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.state = state
    self.action = AnyCasePath(action)
    self.child = child()
  }
}

extension Scope: ReducerOperator {
  /// The child, built.
  public func assemble() -> AssembledReducer<ParentState, ParentAction> {
    let reduce = child.assemble().reduce
    let (state, action) = (state, action)
    return AssembledReducer { parentState, parentAction in
      guard let childAction = action.extract(from: parentAction) else { return .none }
      return reduce(&parentState[keyPath: state], childAction).map { action.embed($0) }
    }
  }
}

extension Reducer {
  /// Embeds the reducer in a parent's domain: the method form of `Scope`.
  public func pullback<ParentState, ParentAction>(
    state: WritableKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>
  ) -> Scope<ParentState, ParentAction, Self> {
    Scope(state: state, action: action) { self }
  }
}
