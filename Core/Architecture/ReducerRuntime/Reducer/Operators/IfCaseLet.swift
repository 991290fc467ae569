public import CaseKeyPaths
import DependencyInjection
public import Issues

extension Reducer {
  /// Runs a child's reducer while the state is in its case, before the parent's own reducer.
  ///
  /// The child's effects are canceled when the state leaves the case, or when the child's identity
  /// changes. An action that arrives while the state is in a different case is reported at the
  /// location where the reducers were composed.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer>(
    _ state: CaseKeyPath<State, CaseState>,
    action: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where Child.State == CaseState, Child.Action == CaseAction {
    ifCaseLet(
      AnyCasePath(state), AnyCasePath(action), then: child(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  package func ifCaseLet<Child: Reducer>(
    _ statePath: AnyCasePath<State, Child.State>, _ actionPath: AnyCasePath<Action, Child.Action>,
    then child: Child, _ location: CodeLocation
  ) -> ReducerOperator<State, Action> {
    ReducerOperator<State, Action> {
      let reduceParent = self.assemble().reduce
      let reduceChild = child.assemble().reduce
      let children = CaseScopes(of: Child.State.self)
      return AssembledReducer { state, action in
        var effect = Effect<Action>.none
        if let childAction = actionPath.extract(from: action) {
          if var childState = statePath.extract(from: state) {
            let childEffect = reduceChild(&childState, childAction)
            state = statePath.embed(childState)
            if !childEffect.isNone {
              effect = children.bind(childEffect.map { actionPath.embed($0) }, to: childState)
            }
          } else {
            location.reportMissingCase(action: action, state: state)
          }
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if children.hasEffects { children.keep(statePath.extract(from: state)) }
        return effect
      }
    }
  }
}

extension CodeLocation {
  @usableFromInline
  func reportMissingCase<Action, State>(action: Action, state: State) {
    report(
      """
      An "ifCaseLet" at "\(fileID):\(line)" received a child action when child state was set to a \
      different case.

        Action:
      \(indented(action))
        State:
      \(indented(state))

      The state left the child's case before the action arrived, or was never in it. Check that \
      the parent handles the action before it changes the case, and that no effect of the child \
      outlives it.
      """)
  }
}
