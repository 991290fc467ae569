public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
import Issues
public import ReducerRuntime

// Replaced by `Scope`, `ifLet`, `ifCaseLet` and `forEach`.

extension AnyReducer {
  /// Embeds the reducer in a parent with its own state, actions and environment.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: WritableKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let (state, action) = (SharedKeyPath(state), SharedKeyPath(action))
    return embedded(environment) { child in
      Scope(state: state.keyPath, action: action.keyPath) { child }.assemble()
    }
  }

  /// Embeds the reducer in one case of a parent's state.
  ///
  /// An action that arrives while the state is in a different case is reported.
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: CaseKeyPath<ParentState, State>, action: CaseKeyPath<ParentAction, Action>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let (state, action) = (SharedKeyPath(state), SharedKeyPath(action))
    return embedded(environment) { child in
      Scope(
        state: state.keyPath, action: action.keyPath, child: { child },
        fileID: fileID, filePath: filePath, line: line, column: column
      )
      .assemble()
    }
  }

  /// Returns the reducer of a parent, which embeds this reducer with a part of the environment.
  func embedded<ParentState, ParentAction, ParentEnvironment>(
    _ environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    in parent:
      @escaping @Sendable (_ child: Reduce<State, Action>)
      -> AssembledReducer<ParentState, ParentAction>
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    AnyReducer<ParentState, ParentAction, ParentEnvironment>(assemble: { parentEnvironment in
      parent(Reduce(self, environment: environment(parentEnvironment)))
    })
  }
}

extension AnyReducer {
  /// Returns a reducer of optional state, which runs while the state isn't `nil`.
  ///
  /// An action that arrives while the state is `nil` is reported at the location of this call.
  /// Combine this reducer before the reducer that clears the state.
  public func optional(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<State?, Action, Environment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return AnyReducer<State?, Action, Environment>(assemble: { environment in
      let reduce = assemble(environment).reduce
      return AssembledReducer { state, action in
        if let effect = state.mutate({ reduce(&$0, action) }) { return effect }
        location.reportMissingOptional(action: action)
        return .none
      }
    })
  }
}

extension CodeLocation {
  fileprivate func reportMissingOptional<Action>(action: Action) {
    report(
      """
      An "optional" reducer at "\(fileID):\(line)" received an action when state was "nil".

        Action:
      \(indented(action))

      The state became "nil" before the action arrived, or was never set. Combine optional \
      reducers before those that set their state to "nil", and cancel their effects when they do.
      """)
  }
}

extension AnyReducer {
  /// Embeds the reducer of an element in a parent with a collection of elements.
  ///
  /// An action for a missing element is reported. The effects of a removed element are canceled
  /// when the next action arrives, so combine this reducer before the parent's reducer.
  public func forEach<ParentState, ParentAction, ParentEnvironment, ID: Hashable & Sendable>(
    state: WritableKeyPath<ParentState, IdentifiedArray<ID, State>>,
    action: CaseKeyPath<ParentAction, IdentifiedAction<ID, Action>>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return forEach(state, AnyCasePath(action), environment, location)
  }

  /// Embeds the reducer of an element whose actions are in a case `row(id: ID, action: RowAction)`.
  public func forEach<ParentState, ParentAction, ParentEnvironment, ID: Hashable & Sendable>(
    state: WritableKeyPath<ParentState, IdentifiedArray<ID, State>>,
    action: CaseKeyPath<ParentAction, (id: ID, action: Action)>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = AnyCasePath(action)
    return forEach(
      state,
      AnyCasePath(
        embed: { action in
          let (id, action) = action.parts
          return path.embed((id: id, action: action))
        },
        extract: { path.extract(from: $0).map { .element(id: $0.id, action: $0.action) } }),
      environment, location)
  }

  /// Embeds the reducer of an element whose actions are in a case `row(ID, RowAction)`.
  public func forEach<ParentState, ParentAction, ParentEnvironment, ID: Hashable & Sendable>(
    state: WritableKeyPath<ParentState, IdentifiedArray<ID, State>>,
    action: CaseKeyPath<ParentAction, (ID, Action)>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return forEach(state, AnyCasePath(action).ofIdentifiedAction(), environment, location)
  }

  func forEach<ParentState, ParentAction, ParentEnvironment, ID: Hashable & Sendable>(
    _ elements: WritableKeyPath<ParentState, IdentifiedArray<ID, State>>,
    _ path: AnyCasePath<ParentAction, IdentifiedAction<ID, Action>>,
    _ environment: @escaping @Sendable (ParentEnvironment) -> Environment, _ location: CodeLocation
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let elements = SharedKeyPath(elements)
    return embedded(environment) { child in
      EmptyReducer<ParentState, ParentAction>()
        .forEach(StateField(elements.keyPath), path, element: child, location)
        .assemble()
    }
  }
}

extension IdentifiedAction {
  var parts: (ID, Action) {
    switch self {
    case .element(let id, let action): (id, action)
    }
  }
}
