public import CaseKeyPaths

/// Runs a child's reducer on a part of the parent's state, for the parent's actions that carry the
/// child's.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline let build: () -> AssembledReducer<ParentState, ParentAction>

  /// Embeds a child's reducer in the parent's domain.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    let child = child()
    let field = StateField(state)
    let action = AnyCasePath(action)
    build = {
      let reduce = child.assemble().reduce
      return AssembledReducer(tag: action.tag) { parentState, parentAction in
        guard let childAction = action.extract(from: parentAction) else { return .none }
        let effect = field.modify(&parentState) { reduce(&$0, childAction) }
        return effect.isNone ? .none : effect.map { action.embed($0) }
      }
    }
  }

  /// The child, built.
  @inlinable
  public func assemble() -> AssembledReducer<ParentState, ParentAction> { build() }

  /// Builds the child and runs it; a store builds it once instead.
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    build().reduce(&state, action)
  }
}

extension Reducer {
  /// Embeds the reducer in a parent's domain: the method form of `Scope`.
  @inlinable
  public func pullback<ParentState, ParentAction>(
    state: WritableKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>
  ) -> Scope<ParentState, ParentAction, Self> {
    Scope(state: state, action: action) { self }
  }
}
