public import DependencyInjection
public import ReducerRuntime
public import TestStores

// Stores of a reducer that is passed as a value. Replaced by stores of a reducer in a closure.

extension Store {
  /// Creates a store with an initial state and a reducer, optionally overriding dependencies.
  @available(*, deprecated, message: "Pass the reducer in a closure.")
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: R,
    prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: { reducer }, withDependencies: prepareDependencies)
  }
}

extension TestStore {
  /// Creates a store with an initial state and a reducer, optionally overriding dependencies.
  @available(*, deprecated, message: "Pass the reducer in a closure.")
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: R,
    prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: { reducer }, withDependencies: prepareDependencies,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension EnvironmentTestStore where Environment == Void {
  /// Creates a store with an initial state and a reducer, optionally overriding dependencies.
  @available(*, deprecated, message: "Pass the reducer in a closure.")
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: R,
    prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: { reducer }, withDependencies: prepareDependencies,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
