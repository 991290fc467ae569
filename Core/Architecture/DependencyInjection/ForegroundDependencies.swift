public import Platform

/// The dependencies of the thread on which a store is reducing an action.
///
/// A task-local value would cost half as much as reducing an action. If a task has bound
/// dependencies, too, the more recent binding counts.
@usableFromInline
package final class ForegroundDependencies: Sendable {
  /// The instance for the main actor, which only one thread runs at a time.
  package static let ofMainActor = ForegroundDependencies()

  /// The thread on which a store is reducing, or `ThreadIdentity.none`.
  @usableFromInline let thread = Atomic(ThreadIdentity.none.bits)
  // Only the thread in `thread` accesses the memory.
  @usableFromInline nonisolated(unsafe) let pointer: UnsafeMutablePointer<ForegroundScope>
  private let scopeCount = Atomic<UInt64>(0)

  private init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: .none)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// Returns the current dependencies. A task's binding is used if made during the current scope.
  func current(boundToTask bound: () -> BoundDependencies?) -> DependencyStorage? {
    guard isInForce, let storage = pointer.pointee.storage else { return bound()?.storage }
    // Usually nothing was bound, and looking up the task-local value costs more than the rest.
    if pointer.pointee.number != 0, let bound = bound(), bound.scope == pointer.pointee.number {
      return bound.storage
    }
    return storage
  }

  /// Returns the number for task bindings made during the current reduction; 0 outside of one.
  func scopeForBinding() -> UInt64 {
    guard isInForce else { return 0 }
    if pointer.pointee.number == 0 {
      pointer.pointee.number = scopeCount.add(1, ordering: .relaxed).newValue
    }
    return pointer.pointee.number
  }

  private var isInForce: Bool {
    let thread = thread.load(ordering: .relaxed)
    return thread != ThreadIdentity.none.bits && thread == ThreadIdentity.current.bits
  }

  /// Binds values to the current thread, until `leave(_:)` is called with the returned scope.
  ///
  /// Tasks created in the meantime don't inherit the values. Effects get their values when they
  /// start.
  @inlinable
  @inline(__always)
  @MainActor package func enter(_ values: ForegroundValues) -> ForegroundScope {
    let outer = pointer.pointee
    pointer.pointee = ForegroundScope(storage: values.storage)
    if outer.storage == nil { thread.store(ThreadIdentity.current.bits, ordering: .relaxed) }
    return outer
  }

  @inlinable
  @inline(__always)
  @MainActor package func leave(_ outer: ForegroundScope) {
    if outer.storage == nil { thread.store(ThreadIdentity.none.bits, ordering: .relaxed) }
    pointer.pointee = outer
  }
}

/// Dependencies that a store binds to its thread repeatedly.
@usableFromInline
package struct ForegroundValues {
  @usableFromInline let storage: DependencyStorage

  package init(_ values: DependencyValues) {
    storage = values.flattened
  }
}

@usableFromInline
package struct ForegroundScope {
  @usableFromInline let storage: DependencyStorage?
  /// The scope's number, which is assigned when a task binding is first made; 0 before.
  @usableFromInline var number: UInt64 = 0

  fileprivate static var none: Self { Self(storage: nil) }

  @inlinable
  init(storage: DependencyStorage?) {
    self.storage = storage
  }
}
