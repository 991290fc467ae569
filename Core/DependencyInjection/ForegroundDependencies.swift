import Locking
import Synchronization

/// What a store puts in force for its thread while it reduces an action.
///
/// A task-local value does the same for whatever is called, and costs as much as half an action.
/// What is bound to the task comes first.
package final class ForegroundDependencies: Sendable {
  /// There is one main actor, and so one thread at a time on which stores reduce.
  package static let ofMainActor = ForegroundDependencies()

  /// The thread on which a store reduces; no thread's number otherwise.
  private let thread = Atomic(ThreadIdentity.none.bits)
  // Only the thread that `thread` names touches what it points to. A store that is in force keeps
  // alive what is there.
  private nonisolated(unsafe) let place: UnsafeMutablePointer<Unmanaged<DependencyStorage>?>

  private init() {
    place = .allocate(capacity: 1)
    place.initialize(to: nil)
  }

  deinit {
    place.deallocate()
  }

  /// What is in force for the current thread.
  var current: DependencyStorage? {
    let thread = thread.load(ordering: .relaxed)
    guard thread != ThreadIdentity.none.bits, thread == ThreadIdentity.current.bits else {
      return nil
    }
    return place.pointee?.takeUnretainedValue()
  }

  /// Whether values may be put in force: not if the task has others, which would come first.
  @MainActor package var canEnter: Bool { DependencyValues.boundToTask == nil }

  /// Whether anything is in force for the main actor.
  @MainActor package var areBound: Bool {
    place.pointee != nil || DependencyValues.boundToTask != nil
  }

  /// Puts values in force for the current thread until `leave(_:)` is given what this returns.
  ///
  /// Tasks that are made meanwhile do not have them; those of effects get theirs when they start.
  @MainActor package func enter(_ values: ForegroundEntry) -> ForegroundScope {
    let outer = place.pointee
    place.pointee = values.storage
    if outer == nil { thread.store(ThreadIdentity.current.bits, ordering: .relaxed) }
    return ForegroundScope(outer: outer)
  }

  /// Puts in force again what was before.
  @MainActor package func leave(_ scope: ForegroundScope) {
    if scope.outer == nil { thread.store(ThreadIdentity.none.bits, ordering: .relaxed) }
    place.pointee = scope.outer
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
package struct ForegroundEntry {
  fileprivate let storage: Unmanaged<DependencyStorage>
}

/// What was in force before a store put its values in force.
package struct ForegroundScope {
  fileprivate let outer: Unmanaged<DependencyStorage>?
}
