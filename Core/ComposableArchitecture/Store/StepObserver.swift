/// Told of every step of a store: of each action, of what it changed and what it started.
///
/// A store without an observer does none of the work that telling takes.
@MainActor
public protocol StepObserver<State, Action>: AnyObject {
  /// The state that is observed.
  associatedtype State

  /// The actions that are observed.
  associatedtype Action

  /// Told before an action goes to the reducer.
  func willReduce(_ action: Action, origin: StepOrigin)

  /// Told when the reducer has returned, before its effects are started.
  func didReduce(_ step: StoreStep<State, Action>)

  /// Told when an effect has ended or was cancelled; `count` is the number still under way.
  func didEndEffect(startedBy step: UInt64, remaining count: Int)
}

extension StepObserver {
  /// Does nothing.
  public func willReduce(_ action: Action, origin: StepOrigin) {}

  /// Does nothing.
  public func didEndEffect(startedBy step: UInt64, remaining count: Int) {}
}
