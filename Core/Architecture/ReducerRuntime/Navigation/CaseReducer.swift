public import CaseKeyPaths
public import IdentifiedArrays

/// An enumeration of reducers, which `@Reducer` generates if the cases hold features.
@_documentation(visibility: internal)
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  /// The type of the combined reducers of all cases, which the enumeration may declare itself.
  associatedtype CaseBody: Reducer where CaseBody.State == State, CaseBody.Action == Action

  /// The enumeration of the features' stores, with the same cases as the state.
  associatedtype CaseScope

  /// Returns the store of the feature whose case the state is in.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope

  /// The reducers of all cases, each of which runs while the state is in its case.
  @ReducerBuilder<State, Action>
  static var body: CaseBody { get }
}

extension CaseReducer where Body == Reduce<State, Action> {
  /// The reducers of all cases.
  public var body: Body { Reduce(Self.body) }
}

/// The state of an enumeration of reducers, which determines the reducer type.
@_documentation(visibility: internal)
public protocol CaseReducerState {
  /// The enumeration of reducers for this state.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension Reducer {
  /// Runs the reducer of the presented feature, which is a case of a `@Reducer` enumeration.
  @inlinable
  public func ifLet<DestinationState: CaseReducerState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    ifLet(
      toPresentationState, action: toPresentationAction,
      destination: { DestinationState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the reducer of optional state, which is a case of a `@Reducer` enumeration.
  @inlinable
  public func ifLet<WrappedState: CaseReducerState, WrappedAction>(
    _ state: WritableKeyPath<State, WrappedState?>, action: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> where WrappedState.StateReducer.Action == WrappedAction {
    ifLet(
      state, action: action, then: { WrappedState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the reducers of the features on a stack, which are cases of a `@Reducer` enumeration.
  @inlinable
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where DestinationState.StateReducer.Action == DestinationAction {
    forEach(
      toStackState, action: toStackAction, destination: { DestinationState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the reducer of a collection's element, which is a case of a `@Reducer` enumeration.
  @inlinable
  public func forEach<ID: Hashable & Sendable, ElementState: CaseReducerState, ElementAction>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> where ElementState.StateReducer.Action == ElementAction {
    forEach(
      elements, action: action, element: { ElementState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
