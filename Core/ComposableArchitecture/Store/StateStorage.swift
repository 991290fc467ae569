/// The memory in which a state changes, which stays as long as anyone holds it.
package final class StateStorage<State> {
  /// The state, unless the storage is empty.
  package let pointer: UnsafeMutablePointer<State>
  /// Whether no state has been stored.
  package private(set) var isEmpty = true

  /// Creates storage without a state.
  package init() {
    pointer = .allocate(capacity: 1)
  }

  deinit {
    if !isEmpty { pointer.deinitialize(count: 1) }
    pointer.deallocate()
  }

  /// Replaces the state.
  package func store(_ state: State) {
    if isEmpty { pointer.initialize(to: state) } else { pointer.pointee = state }
    isEmpty = false
  }
}

/// An observer that reads the state between the steps, and after the store has gone.
@MainActor
package protocol StateStorageObserver<State, Action>: StepObserver {
  /// Called once, before `storeDidBegin(with:)`.
  ///
  /// While an action is reduced, the state is the reducer's alone.
  func storeWillBegin(in storage: StateStorage<State>)
}
