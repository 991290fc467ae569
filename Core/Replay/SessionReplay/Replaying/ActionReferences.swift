import DependencyInjection
package import RecordCoding
package import ReducerRuntime
import SharedState

extension RecordDecoder {
  /// Reads an action. Its references to keys refer to the values of the current context.
  mutating func decodeJoining<Action: Recordable>(
    _ type: Action.Type
  ) throws(RecordDecodingError) -> Action {
    try DependencyValues.current.sharedReferences.joining {
      () throws(RecordDecodingError) in try decode()
    }
  }
}

extension NumberedObjects {
  /// Creates a list of the objects in a state, which are found only if they are used.
  convenience init<State: Recordable>(in state: UnsafePointer<State>) {
    // Unchecked: used only by the thread that replays, before the state changes.
    nonisolated(unsafe) let state = state
    self.init(after: { SupplementEncoder(of: state.pointee).objects })
  }
}

extension StateStorage where State: Recordable {
  var objects: NumberedObjects {
    isEmpty ? NumberedObjects() : NumberedObjects(in: UnsafePointer(pointer))
  }

  /// Returns an action whose recorded references refer to values of the state.
  package func connecting<Action: Recordable>(
    _ action: Action, by references: [UInt8]
  ) -> Action {
    action.connected(by: references, to: objects)
  }
}

extension PreparedReducer {
  /// Returns an action whose recorded references refer to values of a state, and of the reducer's
  /// keys.
  package func connecting(
    _ action: Action, by references: [UInt8], in state: UnsafePointer<State>
  ) -> Action {
    DependencyValues.run(under: dependencies) {
      action.connected(by: references, to: NumberedObjects(in: state))
    }
  }
}

extension Recordable {
  fileprivate func connected(by references: [UInt8], to objects: NumberedObjects) -> Self {
    guard !references.isEmpty else { return self }
    var decoder = RecordDecoder(recordedBytes)
    decoder.supplement = KeyframeSupplement(
      ofPartsIn: references, for: self, objects: DecodedObjects(knownFrom: objects))
    return (try? decoder.decodeJoining(Self.self)) ?? self
  }
}
