import ComposableArchitecture

/// Tells several observers of each step, in order.
@MainActor
final class ObserverGroup<State, Action>: StepObserver {
  private let observers: [any StepObserver<State, Action>]

  init(_ observers: [any StepObserver<State, Action>]) {
    self.observers = observers
  }

  func willReduce(_ action: Action, origin: StepOrigin) {
    for observer in observers { observer.willReduce(action, origin: origin) }
  }

  func didReduce(_ step: StoreStep<State, Action>) {
    for observer in observers { observer.didReduce(step) }
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    for observer in observers { observer.didEndEffect(startedBy: step, remaining: count) }
  }
}
