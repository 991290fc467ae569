public import CaseKeyPaths
public import IdentifiedArrays

extension Store {
  /// Returns a store of a part of the state: `store.scope(\.child, action: \.child)`.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// Returns a store of an optional part of the state, or `nil` if the part is absent.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    scope(
      state: state, action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns a store of one case of the state, or `nil` if the state is in a different case.
  ///
  /// If the state is `@dynamicMemberLookup`, `\.edit` is a key path to its optional member.
  @_disfavoredOverload
  public func scope<CaseState, CaseAction>(
    _ state: CaseKeyPath<State, CaseState>, action: CaseKeyPath<Action, CaseAction>
  ) -> Store<CaseState, CaseAction>? where State: CasePathable {
    scope(case: state, action: action)
  }

  /// Returns the stores of the elements of a collection, in order.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    scope(
      state: state, action: action,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
