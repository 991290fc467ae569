public import ComposableArchitecture

/// What can happen to a history of edits.
@CasePathable
@Recordable
public enum UndoAction: Hashable, Sendable {
  /// The last edit was to be undone.
  case undo
  /// The edit that was undone last was to be done again.
  case redo
}
