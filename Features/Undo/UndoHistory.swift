/// The edits that can be undone, and those that can be redone.
///
/// It is a part of the state. The steps of a log hold how many edits there are and not what they are,
/// which follows from the steps; the keyframes, at which a replay can begin, hold the edits too.
public struct UndoHistory<Edit: UndoableEdit>: Sendable {
  @usableFromInline var past = EditStack<Edit>()
  @usableFromInline var future = EditStack<Edit>()
  /// Whether the next edit may go on with the last one.
  @usableFromInline var isOpen = false

  /// Creates a history without edits.
  @inlinable
  public init() {}

  /// Whether there is something to undo.
  @inlinable
  public var canUndo: Bool { past.count > 0 }

  /// Whether there is something to redo.
  @inlinable
  public var canRedo: Bool { future.count > 0 }

  /// Whether there is nothing to undo and nothing to redo.
  @inlinable
  public var isEmpty: Bool { !canUndo && !canRedo }

  /// The edit that is undone next, with what is put back then.
  @inlinable
  public var nextUndo: Edit? { past.last }

  /// The edit that is redone next, with what is put back then.
  @inlinable
  public var nextRedo: Edit? { future.last }

  /// Ends the last edit: the next one does not go on with it.
  @inlinable
  public mutating func endEdit() {
    isOpen = false
  }

  /// Forgets all edits.
  @inlinable
  public mutating func removeAll() {
    past.removeAll()
    future.removeAll()
    isOpen = false
  }

  /// Adds an edit, after which nothing can be redone; `undoable` does that for every edit.
  ///
  /// A test says with it what it expects: `$0.history.add(.count(0))`.
  @inlinable
  public mutating func add(_ edit: Edit, limit: Int = 50) {
    future.removeAll()
    if isOpen, past.isContinued(by: edit) { return }
    past.push(edit, limit: limit)
    isOpen = true
  }

  /// Takes the edit that an action is about; nil if there is none.
  @inlinable
  mutating func take(for action: UndoAction) -> Edit? {
    isOpen = false
    switch action {
    case .undo: return past.pop()
    case .redo: return future.pop()
    }
  }

  /// Puts an edit that was exchanged where the opposite action finds it.
  @inlinable
  mutating func put(_ edit: Edit, after action: UndoAction, limit: Int) {
    switch action {
    case .undo: future.push(edit, limit: limit)
    case .redo: past.push(edit, limit: limit)
    }
  }
}

extension UndoHistory: Equatable {
  /// Whether both hold the same edits, as far as they are known: not those that were read from a log.
  public static func == (one: Self, other: Self) -> Bool {
    one.past == other.past && one.future == other.future
  }
}
