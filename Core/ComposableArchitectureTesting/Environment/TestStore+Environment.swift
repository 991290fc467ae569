public import ComposableArchitecture

extension TestStore {
  /// Creates a store of an initial state and of a reducer with its environment.
  public convenience init<Environment>(
    initialState: @autoclosure () -> State,
    reducer: AnyReducer<State, Action, Environment>, environment: Environment,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where State: Equatable {
    self.init(
      initialState: initialState(), reducer: { Reduce(reducer, environment: environment) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
