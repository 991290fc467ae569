public import ComposableArchitecture

/// The edits that can be undone, and those that can be done again.
///
/// It is a part of the state, so that a recorded session holds it; what is recorded of an edit is
/// what stood at its place, and nothing of the rest of the state.
@Recordable
public struct UndoHistory<Edit: UndoableEdit>: Equatable, Sendable {
  private var past = EditStack<Edit>()
  private var future = EditStack<Edit>()
  /// Whether the next edit may go on with the last one.
  private var isOpen = false

  /// Creates a history without edits.
  public init() {}

  /// The edit that is undone next, with what is put back then.
  public var nextUndo: Edit? { past.last }

  /// The edit that is done again next, with what is put back then.
  public var nextRedo: Edit? { future.last }

  /// Whether there is nothing to undo and nothing to redo.
  public var isEmpty: Bool { past.isEmpty && future.isEmpty }

  /// Ends the last edit: the next one does not go on with it.
  public mutating func endEdit() {
    if isOpen { isOpen = false }
  }

  /// Forgets all edits.
  public mutating func removeAll() {
    past.removeAll()
    future.removeAll()
    isOpen = false
  }

  /// Adds an edit, after which nothing can be redone; `undoable` does that for every edit.
  ///
  /// A test says with it what it expects: `$0.history.add(.count(0))`.
  public mutating func add(_ edit: Edit, limit: Int = 50) {
    future.removeAll()
    if isOpen, let last = past.last, edit.continues(last) { return }
    past.push(edit, limit: limit)
    isOpen = true
  }

  /// Takes the edit that an action is about; nil if there is none.
  @usableFromInline
  mutating func take(for action: UndoAction) -> Edit? {
    isOpen = false
    switch action {
    case .undo: return past.pop()
    case .redo: return future.pop()
    }
  }

  /// Puts an edit that was exchanged where the opposite action finds it.
  @usableFromInline
  mutating func put(_ edit: Edit, after action: UndoAction, limit: Int) {
    switch action {
    case .undo: future.push(edit, limit: limit)
    case .redo: past.push(edit, limit: limit)
    }
  }
}
