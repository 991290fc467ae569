public import CaseKeyPaths
import DependencyInjection
public import Issues

/// A reducer that runs a child's reducer on a part of the parent's state.
///
/// <!-- context: reducer -->
///     var body: some ReducerOf<Self> {
///       Scope(state: \.profile, action: \.profile) { Profile() }
///     }
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline let build: () -> AssembledReducer<ParentState, ParentAction>

  /// Creates a reducer that embeds a child in the parent's domain.
  @inlinable
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateField(state), AnyCasePath(action), child: child())
  }

  @inlinable
  package init(
    _ field: StateField<ParentState, Child.State>,
    _ action: AnyCasePath<ParentAction, Child.Action>,
    child: Child
  ) {
    build = {
      let reduce = child.assemble().reduce
      return AssembledReducer(tag: action.tag) { parentState, parentAction in
        guard let childAction = action.extract(from: parentAction) else { return .none }
        let effect = field.modify(&parentState) { reduce(&$0, childAction) }
        return effect.isNone ? .none : effect.map { action.embed($0) }
      }
    }
  }

  /// Builds the child's reducer.
  @_documentation(visibility: internal)
  @inlinable
  public func assemble() -> AssembledReducer<ParentState, ParentAction> { build() }

  /// Builds the child and runs it, whereas a store builds it only once.
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    build().reduce(&state, action)
  }
}

extension Reducer {
  /// Returns the reducer embedded in a parent's domain, as a method form of `Scope`.
  @inlinable
  public func pullback<ParentState, ParentAction>(
    state: WritableKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>
  ) -> Scope<ParentState, ParentAction, Self> {
    Scope(state: state, action: action) { self }
  }
}

extension Scope {
  /// Creates a reducer that embeds a child in one case of the parent's state.
  ///
  /// An action that arrives while the state is in a different case is reported at the location
  /// where the reducers were composed. The child's effects are canceled by the next action that
  /// arrives after the state left the case. `ifCaseLet` cancels them as soon as an action leaves
  /// the case.
  @inlinable
  public init<ChildState, ChildAction>(
    state: CaseKeyPath<ParentState, ChildState>, action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      AnyCasePath(state), AnyCasePath(action), child: child(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  package init(
    _ statePath: AnyCasePath<ParentState, Child.State>,
    _ actionPath: AnyCasePath<ParentAction, Child.Action>, child: Child, _ location: CodeLocation
  ) {
    build = {
      let reduce = child.assemble().reduce
      let children = CaseScopes(of: Child.State.self)
      return AssembledReducer { parentState, parentAction in
        guard let childAction = actionPath.extract(from: parentAction) else {
          if children.hasEffects { children.keep(statePath.extract(from: parentState)) }
          return .none
        }
        guard var childState = statePath.extract(from: parentState) else {
          children.keep(nil)
          location.reportOtherCase(action: parentAction, state: parentState)
          return .none
        }
        let effect = reduce(&childState, childAction)
        parentState = statePath.embed(childState)
        if effect.isNone { return .none }
        return children.bind(effect.map { actionPath.embed($0) }, to: childState)
      }
    }
  }
}

extension CodeLocation {
  @usableFromInline
  func reportOtherCase<Action, State>(action: Action, state: State) {
    report(
      """
      A "Scope" at "\(fileID):\(line)" received a child action when child state was set to a \
      different case.

        Action:
      \(indented(action))
        State:
      \(indented(state))

      Either the state had left the child's case before the action arrived, or it was never in \
      it. A parent that changes the case in the same step has to run after the child: "ifCaseLet" \
      ensures this order, and cancels the child's effects when the state leaves the case.
      """)
  }
}
