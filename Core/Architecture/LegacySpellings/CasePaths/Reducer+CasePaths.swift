public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
import Issues
public import ReducerRuntime

// Operators that take case paths: `ifLet(\.child, action: /Action.child)`. Replaced by the same
// operators with case key paths.

extension Scope {
  /// Creates a reducer that embeds a child in the parent's domain.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateField(state), action, child: child())
  }

  /// Creates a reducer that embeds a child in one case of the parent's state.
  @available(*, deprecated, message: "Use case key paths.")
  public init<ChildState, ChildAction>(
    state: AnyCasePath<ParentState, ChildState>, action: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      state, action, child: child(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Runs a child's reducer on optional state that isn't `nil`, before the parent's reducer.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ state: WritableKeyPath<State, WrappedState?>, action: AnyCasePath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifLet(
      StateField(state), action, then: wrapped(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Clears optional state that is dismissed by the first action it sends, such as an alert.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ state: WritableKeyPath<State, WrappedState?>, action: AnyCasePath<Action, WrappedAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifLet(
      StateField(state), action, then: EmptyReducer<WrappedState, WrappedAction>(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer while the state is in its case, before the parent's own reducer.
  @available(*, deprecated, message: "Use case key paths.")
  public func ifCaseLet<CaseState, CaseAction, Child: Reducer<CaseState, CaseAction>>(
    _ state: AnyCasePath<State, CaseState>, action: AnyCasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifCaseLet(
      state, action, then: child(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs an element's reducer on one element of a collection, before the parent's own reducer.
  @available(*, deprecated, message: "Use 'IdentifiedAction' and a case key path for the action.")
  public func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: AnyCasePath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    return forEach(
      StateField(elements), action.ofIdentifiedAction(), element: element(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducer of a feature while it is presented, before the parent's own reducer.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func ifLet<
    DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: AnyCasePath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifLet(
      StateField(toPresentationState), action, destination: destination(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents a state that is dismissed by the first action it sends, such as an alert.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action: AnyCasePath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    ifLet(
      StateField(toPresentationState), action,
      destination: EmptyReducer<DestinationState, DestinationAction>(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the reducers of features on a stack, before the parent's own reducer.
  @available(*, deprecated, message: "Use a case key path for the action.")
  public func forEach<
    DestinationState, DestinationAction, Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action: AnyCasePath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action> {
    forEach(
      StateField(toStackState), action, destination: destination(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension AnyCasePath {
  /// The case path `row(ID, RowAction)` as one of an identified action.
  func ofIdentifiedAction<ID: Sendable, Action>() -> AnyCasePath<Root, IdentifiedAction<ID, Action>>
  where Value == (ID, Action) {
    AnyCasePath<Root, IdentifiedAction<ID, Action>>(
      embed: { self.embed($0.parts) },
      extract: { self.extract(from: $0).map { .element(id: $0.0, action: $0.1) } })
  }
}
