public import ComposableArchitecture

extension Reducer {
  /// Keeps a history of edits, and undoes and redoes them.
  ///
  /// `edit` tells the place that an action is about to change and what stands there, or nil for an
  /// action that cannot be undone. It is asked before and after each action; where it tells the same,
  /// nothing was changed. Actions that effects send are asked about too: what they may change of a
  /// place that edits are about is to be an edit, or the places of older edits no longer hold.
  ///
  /// To undo does not run a reducer backwards and starts no effect again: only what stood at the
  /// place is put back. Then the reducer is given the action, if something was put back, so that it
  /// can save what came of it. At least `limit` edits can be undone, and at most about twice as many.
  @inlinable
  public func undoable<Edit: UndoableEdit>(
    history: WritableKeyPath<State, UndoHistory<Edit>>,
    action toUndoAction: CaseKeyPath<Action, UndoAction>,
    limit: Int = 50,
    edit: @escaping (_ state: borrowing State, _ action: Action) -> Edit?
  ) -> some Reducer<State, Action> where Edit.State == State {
    let path = AnyCasePath(toUndoAction)
    return ReducerOperator<State, Action> {
      let reduce = self.assemble().reduce
      return AssembledReducer { state, action in
        if let undoAction = path.extract(from: action) {
          guard var edit = state[keyPath: history].take(for: undoAction) else { return .none }
          edit.exchange(with: &state)
          state[keyPath: history].put(edit, after: undoAction, limit: limit)
          return reduce(&state, action)
        }
        guard let before = edit(state, action) else { return reduce(&state, action) }
        let effect = reduce(&state, action)
        if edit(state, action) != before { state[keyPath: history].add(before, limit: limit) }
        return effect
      }
    }
  }
}
