public import CaseKeyPaths

extension AnyReducer {
  /// Embeds the reducer in a parent with more state, more actions and a larger environment.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: WritableKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let (state, action) = (SharedKeyPath(state), SharedKeyPath(action))
    return AnyReducer<ParentState, ParentAction, ParentEnvironment>(assemble: { parentEnvironment in
      Scope(state: state.keyPath, action: action.keyPath) {
        Reduce(self, environment: environment(parentEnvironment))
      }
      .assemble()
    })
  }

  /// Embeds the reducer in a parent whose state is an enumeration, for one case of it.
  ///
  /// An action that arrives while the state is in another case is reported.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: CaseKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let (state, action) = (SharedKeyPath(state), SharedKeyPath(action))
    return AnyReducer<ParentState, ParentAction, ParentEnvironment>(assemble: { parentEnvironment in
      Scope(
        state: state.keyPath, action: action.keyPath,
        child: { Reduce(self, environment: environment(parentEnvironment)) },
        fileID: fileID, filePath: filePath, line: line, column: column
      )
      .assemble()
    })
  }
}
