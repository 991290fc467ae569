public import RecordCoding

/// An observer of each step of a store: the action, the state change and the effect.
///
///     final class StepCounter: StepObserver {
///       private(set) var count = 0
///
///       func didReduce(
///         _ action: Profile.Action, number: UInt64, origin: StepOrigin,
///         effect: Effect<Profile.Action>, state: UnsafePointer<Profile.State>
///       ) {
///         count += 1
///       }
///     }
///
/// The state is passed as a pointer into the store that is valid only during the call. Copy the
/// state to use it later. A store without an observer does no additional work.
@MainActor
public protocol StepObserver<State, Action>: AnyObject {
  /// The type of the observed state.
  associatedtype State

  /// The type of the observed actions.
  associatedtype Action

  /// Receives the initial state once, before the first step.
  func storeDidBegin(with state: UnsafePointer<State>)

  /// Returns the number of the next step, which must be greater than the last one.
  ///
  /// The default is the last number plus 1. An observer that counts steps of its own skips numbers.
  func numberOfStep(after last: UInt64) -> UInt64

  /// Receives an action and the state that it will change, before the reducer runs.
  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>)

  /// Receives the reducer's result, before its effects are started.
  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>)

  /// Receives the end or the cancellation of an effect, with the number of effects still running.
  func didEndEffect(startedBy step: UInt64, remaining count: Int)
}

extension StepObserver {
  /// Does nothing by default.
  public func storeDidBegin(with state: UnsafePointer<State>) {}

  /// Returns the last number plus 1.
  public func numberOfStep(after last: UInt64) -> UInt64 { last + 1 }

  /// Does nothing by default.
  public func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {}

  /// Does nothing by default.
  public func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {}

  /// Does nothing by default.
  public func didEndEffect(startedBy step: UInt64, remaining count: Int) {}
}

/// A step of a store, with copies of the state before and after its action.
///
///     func report(_ step: StoreStep<Profile.State, Profile.Action>) -> String {
///       "\(step.number): \(step.action), the name is '\(step.after.name)'"
///     }
public struct StoreStep<State, Action> {
  /// The number of the step, starting at 1.
  public let number: UInt64
  /// The action that was reduced.
  public let action: Action
  /// The origin of the action.
  public let origin: StepOrigin
  /// The state before the action.
  public let before: State
  /// The state after the action.
  public let after: State
  /// The effect that the reducer returned.
  public let effect: Effect<Action>

  /// Creates a step from its parts.
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
