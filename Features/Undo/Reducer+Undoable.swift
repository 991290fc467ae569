public import ComposableArchitecture

extension Reducer {
  /// Keeps a history of edits, and undoes and redoes them.
  ///
  /// The type of the edits tells of an action which edit it makes, if it makes one. Actions that
  /// effects send are asked about too: what they may change of a place that edits are about is to be
  /// an edit, or the places of older edits no longer hold.
  ///
  /// To undo does not run a reducer backwards and starts no effect again: only what stood at the
  /// place is put back. Then the reducer is given the action, if something was put back, so that it
  /// can save what came of it. At least `limit` edits can be undone, and at most about twice as many.
  @inlinable
  public func undoable<Edit: UndoableEdit>(
    history: WritableKeyPath<State, UndoHistory<Edit>>,
    action toUndoAction: CaseKeyPath<Action, UndoAction>,
    limit: Int = 50
  ) -> some Reducer<State, Action> where Edit.State == State, Edit.Action == Action {
    let path = AnyCasePath(toUndoAction)
    let field = StateField(history)
    return ReducerOperator<State, Action> {
      let reduce = self.assemble().reduce
      return AssembledReducer { state, action in
        // Edits come first: they are many, and those who undo them are few.
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

/// What can happen to a history of edits.
///
///     let action = UndoAction.undo
///     let isUndo = action.is(\.undo)
@CasePathable
@Recordable
public enum UndoAction: Hashable, Sendable {
  /// The last edit was to be undone.
  case undo
  /// The edit that was undone last was to be done again.
  case redo
}
