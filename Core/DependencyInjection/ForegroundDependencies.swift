public import Locking
public import Synchronization

/// What a store puts in force for its thread while it reduces an action.
///
/// A task-local value does the same for whatever is called, and costs as much as half an action.
/// Of both, that which was put in force last comes first.
@usableFromInline
package final class ForegroundDependencies: Sendable {
  /// There is one main actor, and so one thread at a time on which stores reduce.
  package static let ofMainActor = ForegroundDependencies()

  /// The thread on which a store reduces; no thread's number otherwise.
  @usableFromInline let thread = Atomic(ThreadIdentity.none.bits)
  // Only the thread that `thread` names touches what it points to. A store that is in force keeps
  // alive what is there.
  @usableFromInline nonisolated(unsafe) let pointer: UnsafeMutablePointer<ForegroundScope>
  private let scopeCount = Atomic<UInt64>(0)

  private init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: .none)
  }

  deinit {
    pointer.deallocate()
  }

  /// What is in force for the current thread; what is bound to the task counts if it was bound
  /// while this was in force.
  func current(boundToTask bound: () -> BoundDependencies?) -> DependencyStorage? {
    guard isInForce, let storage = pointer.pointee.storage else { return bound()?.storage }
    // Mostly nothing was bound, and to ask the task costs more than all else.
    if pointer.pointee.number != 0, let bound = bound(), bound.scope == pointer.pointee.number {
      return bound.storage
    }
    return storage.takeUnretainedValue()
  }

  /// The number by which what is bound to the task now is told from what was bound before a store
  /// began to reduce; 0 if none does on this thread.
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

  /// Puts values in force for the current thread until `leave(_:)` is given what this returns.
  ///
  /// Tasks that are made meanwhile do not have them; those of effects get theirs when they start.
  @inlinable
  @inline(__always)
  @MainActor package func enter(_ values: ForegroundEntry) -> ForegroundScope {
    let outer = pointer.pointee
    pointer.pointee = ForegroundScope(storage: values.storage)
    if outer.storage == nil { thread.store(ThreadIdentity.current.bits, ordering: .relaxed) }
    return outer
  }

  /// Puts in force again what was before.
  @inlinable
  @inline(__always)
  @MainActor package func leave(_ outer: ForegroundScope) {
    if outer.storage == nil { thread.store(ThreadIdentity.none.bits, ordering: .relaxed) }
    pointer.pointee = outer
  }
}

/// Values that a store puts in force again and again; whoever does must keep them.
package struct ForegroundValues {
  private let storage: DependencyStorage

  /// Makes values ready.
  package init(_ values: DependencyValues) {
    storage = values.flattened
  }

  /// What is put in force, which does not keep the values.
  package var entry: ForegroundEntry { ForegroundEntry(storage: .passUnretained(storage)) }
}

/// Values that someone keeps, so that to put them in force need not retain them.
@usableFromInline
package struct ForegroundEntry {
  @usableFromInline let storage: Unmanaged<DependencyStorage>
}

/// What is in force for a thread.
@usableFromInline
package struct ForegroundScope {
  @usableFromInline let storage: Unmanaged<DependencyStorage>?
  /// Other than 0 if anything was bound to a task meanwhile.
  @usableFromInline var number: UInt64 = 0

  fileprivate static var none: Self { Self(storage: nil) }

  @inlinable
  init(storage: Unmanaged<DependencyStorage>?) {
    self.storage = storage
  }
}
