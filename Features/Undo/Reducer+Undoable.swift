public import ComposableArchitecture

extension ReducerRuntime.Reducer {
  /// Adds a history of edits to a reducer, with actions that undo and redo them.
  ///
  /// For each action, the type of the edits decides whether the action is an edit. This includes
  /// actions sent by effects. An action that changes a part of the state that edits refer to must
  /// be an edit too. Otherwise, older edits no longer apply.
  ///
  /// Undoing does not run the reducer backwards, and does not restart effects: it only restores the
  /// previous value. If a value was restored, the reducer then receives the action, for example to
  /// save the result. At least `limit` edits can be undone, and at most about twice as many.
  @inlinable
  public func undoable<Edit: UndoableEdit>(
    history: WritableKeyPath<State, UndoHistory<Edit>>,
    action toUndoAction: CaseKeyPath<Action, UndoAction>,
    limit: Int = 50
  ) -> some ReducerRuntime.Reducer<State, Action> where Edit.State == State, Edit.Action == Action {
    let path = AnyCasePath(toUndoAction)
    let field = StateField(history)
    return ReducerOperator<State, Action> {
      let reduce = self.assemble().reduce
      return AssembledReducer { state, action in
        // Check for edits first: they are far more frequent than undo actions.
        if let edit = Edit.edit(by: action, in: state) {
          let effect = reduce(&state, action)
          if edit.hasHappened(in: state) { field.modify(&state) { $0.add(edit, limit: limit) } }
          return effect
        }
        guard let undoAction = path.extract(from: action) else { return reduce(&state, action) }
        guard var edit = field.modify(&state, { $0.take(for: undoAction) }) else { return .none }
        edit.exchange(with: &state)
        field.modify(&state) { $0.put(edit, after: undoAction, limit: limit) }
        return reduce(&state, action)
      }
    }
  }
}

/// The actions of a history of edits.
///
///     let action = UndoAction.undo
///     let isUndo = action.is(\.undo)
@CasePathable
@Recordable
public enum UndoAction: Hashable, Sendable {
  /// Undoes the last edit.
  case undo
  /// Redoes the edit that was undone last.
  case redo
}
