import Locking

/// What a store puts in force for its thread while it reduces an action.
///
/// A task-local value does the same for whatever is called, and costs as much as half an action.
/// What is bound to the task comes first.
enum ForegroundDependencies {
  /// The thread on which a store reduces; no thread's number otherwise.
  private static let thread = Atomic(ThreadIdentity.none.bits)
  // Only the thread that `thread` names touches what it points to.
  private nonisolated(unsafe) static let storage = {
    let storage = UnsafeMutablePointer<DependencyStorage?>.allocate(capacity: 1)
    storage.initialize(to: nil)
    return storage
  }()

  /// What is in force for the current thread.
  static var current: DependencyStorage? {
    let thread = thread.load(ordering: .relaxed)
    guard thread != ThreadIdentity.none.bits, thread == ThreadIdentity.current.bits else {
      return nil
    }
    return storage.pointee
  }

  /// Whether a store reduces; for the main actor, on which all stores do.
  @MainActor static var areInForce: Bool { storage.pointee != nil }

  /// Runs `operation` with other values in force for the current thread, which is the main actor's.
  @MainActor
  static func run<R>(under values: DependencyStorage, _ operation: () -> R) -> R {
    let outer = storage.pointee
    storage.pointee = values
    thread.store(ThreadIdentity.current.bits, ordering: .relaxed)
    let result = operation()
    if outer == nil { thread.store(ThreadIdentity.none.bits, ordering: .relaxed) }
    storage.pointee = outer
    return result
  }
}
