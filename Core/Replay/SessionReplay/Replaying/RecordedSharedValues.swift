package import RecordCoding

/// The shared values of a recorded state.
package enum RecordedSharedValues {
  /// Sets the shared values of a state to the values that they have in an encoded state.
  package static func restore<State: Recordable>(
    _ state: UnsafePointer<State>, from recorded: [UInt8]
  ) {
    _ = decode(recorded, passingValuesTo: references(in: state.pointee).found) as State?
  }

  /// Returns a state with the references of `other`, if both have the same number of references.
  ///
  /// Decoding a part of a state creates references of its own.
  package static func connecting<State: Recordable>(_ state: State, like other: State) -> State {
    let (bytes, found) = references(in: state)
    let wanted = references(in: other).found
    guard found.referenceCount == wanted.referenceCount, !found.hasReferences(of: wanted) else {
      return state
    }
    return decode(bytes, passingValuesTo: wanted) ?? state
  }

  private static func references<State: Recordable>(
    in state: State
  ) -> (bytes: [UInt8], found: SupplementEncoder) {
    var encoder = RecordEncoder()
    let references = SupplementEncoder()
    encoder.supplement = references
    encoder.encode(state)
    return (encoder.bytes, references)
  }

  /// Decodes a state. Its references pass their values to `references`.
  private static func decode<State: Recordable>(
    _ bytes: [UInt8], passingValuesTo references: SupplementEncoder
  ) -> State? {
    var decoder = RecordDecoder(bytes)
    decoder.supplement = KeyframeSupplement(takingReferencesOf: references)
    return try? decoder.decode(State.self)
  }
}
