package import RecordCoding
package import RecordedValues
import SessionModel

extension SessionHeader {
  /// Returns a state as a recorded value; `nil` if it can't be recorded.
  package func value(of state: some Recordable) -> RecordedValue? {
    schema.value(of: state, as: self.state)
  }

  package func value(ofAction action: some Recordable) -> RecordedValue? {
    schema.value(of: action, as: self.action)
  }
}
