/// An observer that reads the state where it stands, so that it need not be copied for each step.
@MainActor
package protocol InPlaceStepObserver<State, Action>: StepObserver {
  /// Told when the reducer has returned, before its effects are started.
  ///
  /// The state is to be read during the call only.
  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>)
}

extension InPlaceStepObserver {
  /// Reads the copy of the state that the step has.
  package func didReduce(_ step: StoreStep<State, Action>) {
    withUnsafePointer(to: step.after) { state in
      didReduce(
        step.action, number: step.number, origin: step.origin, effect: step.effect, state: state)
    }
  }
}
