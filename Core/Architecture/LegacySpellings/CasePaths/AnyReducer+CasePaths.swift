public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
import Issues
import ReducerRuntime

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
