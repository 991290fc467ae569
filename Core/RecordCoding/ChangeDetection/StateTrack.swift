/// The last state that was recorded, against which the next one is compared.
///
/// The next state is compared where it stands, and only the fields that changed are copied: what a
/// step costs goes by what it changed and not by the size of the state. Memory that is as it was the
/// last time is taken to hold the same, which is so for values: while a track holds a copy of an
/// array or of text, changing the other one in place gives it storage of its own. An identified
/// array, whose copy a track does not hold, has a stamp of its last change. Values in which something
/// can change in place are told by their types, and compared by what they are recorded as.
package final class StateTrack<State: Recordable> {
  private let old: UnsafeMutablePointer<State>
  private let plan: StatePlan
  /// The memory of the last state, bit by bit; what it refers to is kept alive by `old`.
  private let seen: UnsafeMutableRawPointer

  /// Starts from a state.
  package init(_ state: State) {
    old = .allocate(capacity: 1)
    old.initialize(to: state)
    plan = StatePlan(StateLayout(of: State.self))
    seen = .allocate(byteCount: max(plan.length, 1), alignment: 16)
    seen.copyMemory(from: old, byteCount: plan.length)
    plan.begin(with: old)
  }

  deinit {
    old.deinitialize(count: 1)
    old.deallocate()
    seen.deallocate()
  }

  /// The state that was last compared.
  package var state: State {
    get { old.pointee }
    set {
      old.pointee = newValue
      seen.copyMemory(from: old, byteCount: plan.length)
      plan.begin(with: old)
    }
  }

  /// The parts of the state that can change in place, one for each value in which there are such:
  /// those values are compared by what they are recorded as.
  package var sharedReferences: [SharedReference] { plan.shared }

  /// Writes what differs in a newer state, as `encodeChange(from:to:)` does, and keeps that state.
  ///
  /// The state is read where it stands.
  @inline(__always)
  package func advance(to new: UnsafePointer<State>, into encoder: inout RecordEncoder) -> Bool {
    plan.advance(old, seen: seen, to: new, into: &encoder)
  }
}
