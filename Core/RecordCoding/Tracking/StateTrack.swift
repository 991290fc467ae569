/// The last state that was recorded, against which the next one is compared.
///
/// The next state is compared where it stands, and only the fields that changed are copied: what a
/// step costs goes by what it changed and not by the size of the state. Memory that is equal bit by
/// bit is taken to be equal, which holds for values: while a track holds a copy of an array or of
/// text, changing the other one in place gives it storage of its own.
package final class StateTrack<State: Recordable> {
  private let old: UnsafeMutablePointer<State>
  private let plan: ChangePlan

  /// Starts from a state.
  package init(_ state: State) {
    old = .allocate(capacity: 1)
    old.initialize(to: state)
    let layouts = SchemaBuilder(collectsLayouts: true)
    _ = layouts.reference(to: State.self)
    plan = layouts.plan(
      for: ObjectIdentifier(State.self), named: recordedName(of: State.self),
      advance: ValuePlan.advance(State.self))
  }

  deinit {
    old.deinitialize(count: 1)
    old.deallocate()
  }

  /// The state that was last compared.
  package var state: State {
    get { old.pointee }
    set { old.pointee = newValue }
  }

  /// Writes what differs in a newer state, as `encodeChange(from:to:)` does, and keeps that state.
  ///
  /// The state is passed by reference to be read where it stands; it is not changed.
  package func advance(to new: inout State, into encoder: inout RecordEncoder) -> Bool {
    withUnsafePointer(to: &new) { new in plan.advance(old, to: new, into: &encoder) }
  }
}
