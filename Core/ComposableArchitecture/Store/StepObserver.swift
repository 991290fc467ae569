/// Told of every step of a store: of each action, of what it changed and what it started.
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
/// The state is passed where it stands in the store and is valid during the call only; an observer
/// that needs it later copies it. A store without an observer does none of the work that telling takes.
@MainActor
public protocol StepObserver<State, Action>: AnyObject {
  /// The state that is observed.
  associatedtype State

  /// The actions that are observed.
  associatedtype Action

  /// Called once, when the store has its initial state and no step has been taken.
  func storeDidBegin(with state: UnsafePointer<State>)

  /// The number of the step that comes next: greater than the last one's, and by 1 unless the
  /// observer counts steps of its own between them.
  func numberOfStep(after last: UInt64) -> UInt64

  /// Called before the reducer runs, with the state that it will change.
  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>)

  /// Called when the reducer has returned, before its effects are started.
  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>)

  /// Called when an effect has ended or was cancelled; `count` is the number still under way.
  func didEndEffect(startedBy step: UInt64, remaining count: Int)
}

extension StepObserver {
  /// Does nothing.
  public func storeDidBegin(with state: UnsafePointer<State>) {}

  /// The number after the last one.
  public func numberOfStep(after last: UInt64) -> UInt64 { last + 1 }

  /// Does nothing.
  public func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {}

  /// Does nothing.
  public func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {}

  /// Does nothing.
  public func didEndEffect(startedBy step: UInt64, remaining count: Int) {}
}

/// Where an action came from.
///
///     func describe(_ origin: StepOrigin) -> String {
///       switch origin {
///       case .sent: "sent"
///       case .received(let step): "received from an effect of step \(step)"
///       }
///     }
public enum StepOrigin: Hashable, Sendable {
  /// It was sent to the store from outside.
  case sent
  /// An effect sent it; the number is that of the step that started the effect.
  case received(startedBy: UInt64)
}

/// One action's way through a store, with copies of the state before and after.
///
///     func report(_ step: StoreStep<Profile.State, Profile.Action>) -> String {
///       "\(step.number): \(step.action), the name is '\(step.after.name)'"
///     }
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
