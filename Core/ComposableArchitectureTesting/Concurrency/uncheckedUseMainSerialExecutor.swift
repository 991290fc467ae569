import Synchronization

/// Whether all tasks of the process run on the main queue, one by one, in their order.
///
/// This is felt by every test of the process; `withMainSerialExecutor` is by the one that calls it.
public var uncheckedUseMainSerialExecutor: Bool {
  get { WorkScope.areAllSerial.load(ordering: .sequentiallyConsistent) }
  set {
    guard WorkExecutors.areInstalled else { return }
    WorkScope.areAllSerial.store(newValue, ordering: .sequentiallyConsistent)
  }
}
