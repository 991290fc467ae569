public import CaseKeyPaths
public import DependencyInjection

extension Scope {
  /// Embeds a child's reducer in the parent's domain: `Scope(\.child, action: \.child) { Child() }`.
  @inlinable
  public init<ChildState, ChildAction>(
    _ state: WritableKeyPath<ParentState, ChildState>,
    action: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(StateField(state), AnyCasePath(action), child: child())
  }

  /// Embeds a child's reducer in a parent whose state is an enumeration, for one case of it.
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
