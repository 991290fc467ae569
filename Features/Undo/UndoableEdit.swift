public import ComposableArchitecture

/// A change of a part of the state, with the value to restore there.
///
///     @Recordable
///     enum Edit: UndoableEdit {
///       case count(Int)
///
///       static func edit(
///         by action: CounterFeature.Action, in state: CounterFeature.State
///       ) -> Self? {
///         switch action {
///         case .incrTapped, .decrTapped: .count(state.count)
///         }
///       }
///
///       mutating func exchange(with state: inout CounterFeature.State) {
///         switch self {
///         case .count(var count):
///           swap(&count, &state.count)
///           self = .count(count)
///         }
///       }
///     }
///
/// An edit contains only what a user changed. It does not contain temporary values, such as a flag
/// that an effect resets.
public protocol UndoableEdit<State, Action>: Equatable, Recordable, Sendable {
  /// The state of the feature whose edits are undone.
  associatedtype State

  /// The actions of the feature, some of which are edits.
  associatedtype Action

  /// Captures the part of the state that an action is about to change. Returns `nil` if the action
  /// is not an edit.
  ///
  /// Called before every action, so it should be fast.
  static func edit(by action: Action, in state: State) -> Self?

  /// Restores the captured value, and captures the replaced one for a redo.
  ///
  /// Does nothing if the location no longer exists.
  mutating func exchange(with state: inout State)

  /// Returns whether the state differs from the captured value.
  ///
  /// Called after an action that is an edit. If it returns `false`, the edit is discarded.
  func hasHappened(in state: borrowing State) -> Bool

  /// Returns whether this edit continues the previous one, as in typing. Both are then undone
  /// together.
  func continues(_ previous: Self) -> Bool
}

extension UndoableEdit {
  /// Compares the states by undoing the edit in a copy. A custom implementation is faster.
  @inlinable
  public func hasHappened(in state: borrowing State) -> Bool {
    var edit = self
    var state = copy state
    edit.exchange(with: &state)
    return edit != self
  }

  /// Returns `false`: each edit is undone individually.
  @inlinable
  public func continues(_ previous: Self) -> Bool { false }
}
