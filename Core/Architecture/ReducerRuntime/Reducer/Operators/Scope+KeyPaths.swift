public import CaseKeyPaths
import DependencyInjection
public import Issues

extension Scope {
  /// Creates a reducer that embeds a child: `Scope(\.child, action: \.child) { Child() }`.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateField(state), AnyCasePath(action), child: child())
  }

  /// Creates a reducer that embeds a child in one case of the parent's state.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: CaseKeyPath<ParentState, ChildState>, action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      AnyCasePath(state), AnyCasePath(action), child: child(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
