public import ComposableArchitecture

/// What an action changes: a place in the state, and what stood there before.
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
/// It holds what a user made, and nothing that is under way: a flag that an effect will take back is
/// no part of it.
public protocol UndoableEdit<State, Action>: Equatable, Recordable, Sendable {
  /// The state of the feature whose edits are undone.
  associatedtype State

  /// The actions of the feature, some of which are edits.
  associatedtype Action

  /// The place that an action is about to change and what stands there; nil if it is no edit.
  ///
  /// It is asked of every action before it is reduced, and so should be quick.
  static func edit(by action: Action, in state: State) -> Self?

  /// Puts what stood at the place back, and keeps what stands there now, so that it can be redone.
  ///
  /// Where the place is gone, nothing happens.
  mutating func exchange(with state: inout State)

  /// Whether something else stands at the place now than what is kept.
  ///
  /// It is asked after an action that is an edit; where it has not changed anything, it is forgotten.
  func hasHappened(in state: borrowing State) -> Bool

  /// Whether this edit goes on with the one before, as typing does, so that both are undone at once.
  func continues(_ previous: Self) -> Bool
}

extension UndoableEdit {
  /// Finds it out by undoing the edit in a copy of the state; an answer of one's own is quicker.
  @inlinable
  public func hasHappened(in state: borrowing State) -> Bool {
    var edit = self
    var state = copy state
    edit.exchange(with: &state)
    return edit != self
  }

  /// Each edit is undone on its own.
  @inlinable
  public func continues(_ previous: Self) -> Bool { false }
}
