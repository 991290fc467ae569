/// The last recorded state of a store, against which the next one is compared.
///
/// # How change detection works
///
/// The cost of a step must depend on what it changed, not on the size of the state. Three rooms
/// take part; this folder is where they meet.
///
/// 1. **Layout.** `StateLayout` flattens the state type once: nested structures whose stored
///    properties have known offsets dissolve into *leaves*, each with a byte range, its ancestors
///    and a `ValuePlan` (how its type compares itself). A structure with computed or observed
///    properties is one leaf.
/// 2. **Bytes.** After each step `StatePlan` compares the state, where it stands in the store,
///    with a *snapshot* of its bytes at the previous step, 64 at a time (`CByteMasks`). A table
///    maps each differing byte to its leaf. The masks of the leaf's ancestors are known in advance
///    and written with it (`StatePlan.Walk`).
/// 3. **Values.** Only the leaves with differing bytes are compared as values, by
///    `Recordable.advance(_:to:into:)`, which writes the exact change, and only they are copied.
/// 4. **Collections.** A leaf that is an array has other bytes when its storage was replaced; its
///    elements are compared by their bytes (`MemoryComparison`). An `IdentifiedArray` holds its
///    elements in chunks of 64 (`ChunkedArray` in `IdentifiedArrays`): unchanged chunks stay
///    shared between the track and the store, and are skipped by address.
///
/// # Why it is sound
///
/// A change is missed only if the bytes of a leaf stay the same although its value changed. For
/// values that cannot happen:
///
/// - The track holds a copy of each leaf, so the storage behind the snapshot's pointers stays
///   alive and no other value can reuse its address. As that storage has two owners, copy-on-write
///   gives the store's value new storage, hence new bytes, at its first mutation.
/// - An `IdentifiedArray` of one chunk is the exception: sharing it would make the reducer copy it
///   at each step, so the track keeps elements of its own. There `ChangeStamp`, which has a number
///   that no two mutations of any array have in common, is part of the array's bytes and changes
///   with each one.
/// - Of an `IdentifiedArray` only one element is compared if its stamp says that one mutation of that
///   element alone followed the mutation whose number the track has. As no other array ever has that
///   number, the other elements are those that the track has.
/// - Classes, existentials and functions can change behind an unchanged pointer. `SharedReference`
///   finds them in the type of each leaf (`StoredTypes` reads the runtime's metadata). Such a leaf
///   is encoded at each step and compared with its previous encoding (`EncodedValue`); what cannot
///   be encoded is refused when recording starts.
///
/// The other direction needs no care: bytes that differ only send a leaf to its type's comparison,
/// and padding between leaves belongs to none. Every change has one encoding, so a replay verifies
/// a step by comparing these bytes.
package final class StateTrack<State: Recordable> {
  private let old: UnsafeMutablePointer<State>
  private let plan: StatePlan
  /// The bytes of the last state. What they refer to is kept alive by `old`.
  private let snapshot: UnsafeMutableRawPointer

  /// Starts tracking from a state.
  package init(_ state: State) {
    old = .allocate(capacity: 1)
    old.initialize(to: state)
    plan = StatePlan(StateLayout(of: State.self))
    snapshot = .allocate(byteCount: max(plan.length, 1), alignment: 16)
    snapshot.copyMemory(from: old, byteCount: plan.length)
    plan.begin(with: old)
  }

  deinit {
    old.deinitialize(count: 1)
    old.deallocate()
    snapshot.deallocate()
  }

  /// The state that was last compared.
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

  /// Writes what has changed in place since the last comparison, as `advance(to:into:)` does.
  package func advanceInPlace(into encoder: inout RecordEncoder) -> Bool {
    plan.mayChangeInPlace && plan.advance(old, snapshot: snapshot, to: old, into: &encoder)
  }

  /// Writes the change to a newer state, as `encodeChange(from:to:)` does, and keeps that state.
  ///
  /// Reads the state in place, without copying it.
  @inline(__always)
  package func advance(to new: UnsafePointer<State>, into encoder: inout RecordEncoder) -> Bool {
    plan.advance(old, snapshot: snapshot, to: new, into: &encoder)
  }
}
