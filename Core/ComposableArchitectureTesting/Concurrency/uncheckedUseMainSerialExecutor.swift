import Synchronization

/// Whether all tasks of the process run on the main thread, one by one, in their order.
///
/// This is felt by every test of the process; `withMainSerialExecutor` is by the one that calls it.
public var uncheckedUseMainSerialExecutor: Bool {
  get { RuntimeHooks.isSerialForAll.load(ordering: .sequentiallyConsistent) }
  set {
    guard RuntimeHooks.areInstalled else { return }
    RuntimeHooks.isSerialForAll.store(newValue, ordering: .sequentiallyConsistent)
  }
}
