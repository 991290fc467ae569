package import RecordCoding

/// The shared values of a recorded state.
package enum RecordedSharedValues {
  /// Gives the shared values of a state the values that they have in an encoded one.
  package static func restore<State: Recordable>(
    _ state: UnsafePointer<State>, from recorded: [UInt8]
  ) {
    // Decodes the recorded state, whose references pass their values to those of the current one.
    var encoder = RecordEncoder()
    let references = SupplementEncoder()
    encoder.supplement = references
    encoder.encode(state.pointee)
    var decoder = RecordDecoder(recorded)
    decoder.supplement = KeyframeSupplement(takingReferencesOf: references)
    _ = try? decoder.decode(State.self)
  }
}
