/// Where an action came from.
public enum StepOrigin: Hashable, Sendable {
  /// It was sent to the store from outside.
  case sent
  /// An effect sent it; the number is that of the step that started the effect.
  case received(startedBy: UInt64)
}

/// One action's way through a store, with copies of the state before and after.
public struct StoreStep<State, Action> {
  /// The number of the step, from 1.
  public let number: UInt64
  /// The action.
  public let action: Action
  /// Where the action came from.
  public let origin: StepOrigin
  /// The state before the action.
  public let before: State
  /// The state after the action.
  public let after: State
  /// The effect that the reducer returned.
  public let effect: Effect<Action>

  /// Creates a step of all its parts.
  public init(
    number: UInt64, action: Action, origin: StepOrigin, before: State, after: State,
    effect: Effect<Action>
  ) {
    self.number = number
    self.action = action
    self.origin = origin
    self.before = before
    self.after = after
    self.effect = effect
  }
}
