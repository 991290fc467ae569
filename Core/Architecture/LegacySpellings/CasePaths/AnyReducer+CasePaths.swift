public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
import Issues
public import ReducerRuntime

// `pullback(state: \.child, action: /Action.child, environment: { $0.child })`.

extension AnyReducer {
  /// Embeds the reducer in a parent with its own state, actions and environment.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: WritableKeyPath<ParentState, State>, action: AnyCasePath<ParentAction, Action>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let state = SharedKeyPath(state)
    return embedded(environment) { child in
      Scope(state: state.keyPath, action: action) { child }.assemble()
    }
  }

  /// Embeds the reducer in one case of a parent's state.
  @available(*, deprecated, message: "Use case key paths.")
  public func pullback<ParentState, ParentAction, ParentEnvironment>(
    state: AnyCasePath<ParentState, State>, action: AnyCasePath<ParentAction, Action>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    embedded(environment) { child in
      Scope(
        state: state, action: action, child: { child },
        fileID: fileID, filePath: filePath, line: line, column: column
      )
      .assemble()
    }
  }

  /// Embeds the reducer of an element whose actions are in a case `row(id: ID, action: RowAction)`.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func forEach<ParentState, ParentAction, ParentEnvironment, ID: Hashable & Sendable>(
    state: WritableKeyPath<ParentState, IdentifiedArray<ID, State>>,
    action: AnyCasePath<ParentAction, (ID, Action)>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return forEach(state, action.ofIdentifiedAction(), environment, location)
  }
}

extension AnyReducer {
  /// Embeds the reducer of an element in a parent with an array of elements, whose actions are in a
  /// case `row(index: Int, action: RowAction)`.
  ///
  /// An action for a missing element is reported. Effects keep the index with which they started.
  @available(*, deprecated, message: "Use an 'IdentifiedArray'.")
  public func forEach<ParentState, ParentAction, ParentEnvironment>(
    state: WritableKeyPath<ParentState, [State]>, action: AnyCasePath<ParentAction, (Int, Action)>,
    environment: @escaping @Sendable (_ environment: ParentEnvironment) -> Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<ParentState, ParentAction, ParentEnvironment> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let state = SharedKeyPath(state)
    return embedded(environment) { child in
      let reduce = child.assemble().reduce
      return AssembledReducer { parent, parentAction in
        guard let (index, elementAction) = action.extract(from: parentAction) else { return .none }
        guard parent[keyPath: state.keyPath].indices.contains(index) else {
          location.reportMissingElement(at: index, action: elementAction)
          return .none
        }
        return reduce(&parent[keyPath: state.keyPath][index], elementAction)
          .map { action.embed((index, $0)) }
      }
    }
  }

  /// Returns a reducer that sets the field that a binding action in a case specifies, and then runs
  /// this one.
  @available(*, deprecated, message: "Conform the actions to 'BindableAction'.")
  public func binding(action path: AnyCasePath<Action, BindingAction<State>>) -> Self {
    Self { state, action, _ in
      path.extract(from: action)?.apply(to: &state)
      return .none
    }
    .combined(with: self)
  }
}

extension CodeLocation {
  fileprivate func reportMissingElement<Action>(at index: Int, action: Action) {
    report(
      """
      A "forEach" at "\(fileID):\(line)" received an action for a missing element.

        Index:
          \(index)
        Action:
      \(indented(action))

      The element was removed before the action arrived, or was never added. Combine the "forEach" \
      before the reducers that remove elements, and cancel their effects when they do.
      """)
  }
}
