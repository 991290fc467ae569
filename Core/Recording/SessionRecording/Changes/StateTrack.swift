package import RecordCoding

/// The last recorded state of a store, which the next state is compared with.
///
/// # How change detection works
///
/// The cost of a step must depend on what it changed, not on the size of the state. Four modules
/// work together, and this one joins them.
///
/// 1. **Layout.** `StateLayout` flattens the state type once. Nested structures whose stored
///    properties have known offsets dissolve into *leaves*. Each leaf has a byte range, its
///    ancestors, and a `ValuePlan`, which compares it like its type does. A structure with computed
///    or observed properties is one leaf.
/// 2. **Bytes.** After each step, `StatePlan` compares the memory of the store's state with a
///    *snapshot* of its bytes at the previous step, 64 at a time (`CSystem`). A table maps each
///    differing byte to its leaf. The masks of the leaf's ancestors are computed in advance and
///    written with it (`StatePlan.Walk`).
/// 3. **Values.** Only leaves with differing bytes are compared as values and copied.
///    `Recordable.advance(_:to:into:)` writes the exact change.
/// 4. **Collections.** The bytes of an array differ when its storage was replaced. Its elements are
///    then compared by their bytes (`MemoryComparison`). An `IdentifiedArray` stores its elements
///    in chunks of 64 (`ChunkedArray` in `IdentifiedArrays`). The track and the store share
///    unchanged chunks, which are skipped by address.
///
/// # Why it is sound
///
/// A change is missed only if the value of a leaf changes while its bytes stay the same. For
/// values, this cannot happen:
///
/// - The track holds a copy of each leaf. The storage behind the snapshot's pointers therefore
///   stays alive, and no other value can reuse its address. Because that storage has two owners,
///   copy-on-write gives the store's value new storage, and so new bytes, at its first mutation.
/// - An `IdentifiedArray` with one chunk is the exception. Sharing it would make the reducer copy
///   it at each step, so the track keeps its own elements. The bytes of the array include a
///   `ChangeStamp`, which changes with each mutation. No two mutations of any arrays have the same
///   number.
/// - The track keeps the number of the last mutation of an `IdentifiedArray` that it has seen. If
///   the array's stamp proves that a single later mutation changed a single element, only that
///   element is compared. No other array ever has that number, so the remaining elements equal the
///   elements of the track.
/// - Classes, existentials and functions can change behind an unchanged pointer. `SharedReference`
///   finds them in the type of each leaf (`StoredTypes` reads the runtime's metadata). Such a leaf
///   is encoded at each step and compared with its previous encoding (`EncodedValue`). An array of
///   such values is compared by the encodings of its elements (`EncodedElements`): every value has
///   one encoding, so an element with the same bytes has no change. If the encodings differ, the
///   previous one is read back, unless no counted value has changed in place: then the track's copy
///   of the leaf still has the previous value. If the leaf cannot be encoded, recording does not
///   start.
///
/// The opposite error is harmless. Differing bytes only cause a leaf to be compared by its type,
/// and the padding between leaves belongs to no leaf. Every change has exactly one encoding, so a
/// replay verifies a step by comparing the bytes of its changes.
package final class StateTrack<State: Recordable> {
  private let old: UnsafeMutablePointer<State>
  private let plan: StatePlan
  /// The bytes of the last state. `old` keeps the storage that they refer to alive.
  private let snapshot: UnsafeMutableRawPointer

  package init(_ state: State) {
    old = .allocate(capacity: 1)
    old.initialize(to: state)
    plan = StatePlan(.of(State.self))
    snapshot = .allocate(byteCount: max(plan.length, 1), alignment: 16)
    snapshot.copyMemory(from: old, byteCount: plan.length)
    plan.begin(with: old)
  }

  deinit {
    old.deinitialize(count: 1)
    old.deallocate()
    snapshot.deallocate()
  }

  /// The state of the last comparison.
  package var state: State {
    get { old.pointee }
    set {
      old.pointee = newValue
      snapshot.copyMemory(from: old, byteCount: plan.length)
      plan.begin(with: old)
    }
  }

  /// The parts of the state that can change in place, one for each leaf compared by its encoding.
  package var sharedReferences: [SharedReference] { plan.shared }

  /// Writes the changes in place since the last comparison, like `advance(to:into:)`.
  package func advanceInPlace(into encoder: inout RecordEncoder) -> Bool {
    plan.mayChangeInPlace && plan.advance(old, snapshot: snapshot, to: old, into: &encoder)
  }

  /// Writes the change to a newer state, like `encodeChange(from:to:)`, and keeps that state.
  ///
  /// Reads the new state in place, without copying it.
  @inline(__always)
  package func advance(to new: UnsafePointer<State>, into encoder: inout RecordEncoder) -> Bool {
    plan.advance(old, snapshot: snapshot, to: new, into: &encoder)
  }
}
