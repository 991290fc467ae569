import DependencyInjection
package import RecordCoding
package import ReducerRuntime
import SharedState

extension RecordDecoder {
  /// Reads an action, whose references to keys are to the values of the current context.
  mutating func decodeJoining<Action: Recordable>(
    _ type: Action.Type
  ) throws(RecordDecodingError) -> Action {
    try DependencyValues.current.sharedReferences.joining {
      () throws(RecordDecodingError) in try decode()
    }
  }
}

extension StateStorage where State: Recordable {
  /// The objects in the state, which are found only if they are used.
  package var objects: NumberedObjects {
    // Unchecked: used only by the thread that replays, before the state changes.
    nonisolated(unsafe) let storage = self
    return NumberedObjects {
      storage.isEmpty ? NumberedObjects() : SupplementEncoder(of: storage.pointer.pointee).objects
    }
  }

  /// Returns an action whose recorded references are to values of the state.
  package func connecting<Action: Recordable>(
    _ action: Action, by references: [UInt8]
  ) -> Action {
    guard !references.isEmpty else { return action }
    var decoder = RecordDecoder(action.recordedBytes)
    decoder.supplement = KeyframeSupplement(
      ofPartsIn: references, for: action, objects: DecodedObjects(knownFrom: objects))
    return (try? decoder.decodeJoining(Action.self)) ?? action
  }
}
