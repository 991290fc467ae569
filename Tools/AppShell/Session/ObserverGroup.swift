import ComposableArchitecture

/// Tells several observers of each step, in order.
@MainActor
final class ObserverGroup<State, Action>: StepObserver {
  private let observers: [any StepObserver<State, Action>]

  init(_ observers: [any StepObserver<State, Action>]) {
    self.observers = observers
  }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    for observer in observers {
      observer.willReduce(action, number: number, origin: origin, state: state)
    }
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    for observer in observers {
      observer.didReduce(action, number: number, origin: origin, effect: effect, state: state)
    }
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    for observer in observers { observer.didEndEffect(startedBy: step, remaining: count) }
  }
}
