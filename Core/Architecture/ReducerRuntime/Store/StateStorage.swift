/// The memory of a changing state, which outlives the store as long as it is referenced.
package final class StateStorage<State> {
  /// The location of the state, which is uninitialized while the storage is empty.
  package let pointer: UnsafeMutablePointer<State>
  package private(set) var isEmpty = true

  package init() {
    pointer = .allocate(capacity: 1)
  }

  deinit {
    if !isEmpty { pointer.deinitialize(count: 1) }
    pointer.deallocate()
  }

  package func store(_ state: State) {
    if isEmpty { pointer.initialize(to: state) } else { pointer.pointee = state }
    isEmpty = false
  }
}

/// An observer that reads the state between steps and after the store is deallocated.
@MainActor
package protocol StateStorageObserver<State, Action>: StepObserver {
  /// Called once, before `storeDidBegin(with:)`. The state must not be read while it is reduced.
  func storeWillBegin(in storage: StateStorage<State>)
}
