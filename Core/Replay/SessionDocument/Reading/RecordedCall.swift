package import RecordedValues

/// An answer that an effect got before it sent an action.
package struct RecordedAnswer: Hashable, Sendable {
  /// The call, without the elements of a stream.
  package let call: RecordedCall
  /// The number of the element that a stream gave, from 1; `nil` for the end of a call.
  package let elementNumber: Int?
  /// The element, if it has a value.
  package let element: RecordedValue?
}

/// A call that an effect made of a dependency, read with only the schema of the header.
package struct RecordedCall: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    /// The result, or `nil` for a call that returns nothing and for a stream that ended.
    case value(RecordedValue?)
    /// The error of an endpoint with a recordable type of errors.
    case failure(RecordedValue)
    /// The description of any other error.
    case error(String)
    case canceled
    /// The result was not recorded.
    case unknown
  }

  package let number: UInt64
  package let effect: UInt64
  /// The number of the step that returned the effect.
  package let effectStep: UInt64
  /// The index of the endpoint in the header.
  package let endpoint: Int
  package let arguments: [RecordedValue]
  /// The elements of a stream that have a value. Of a very long stream, only the first ones are
  /// kept.
  package let elements: [RecordedValue]
  package let elementCount: Int
  /// The end of the call or of its stream; `nil` for a call in progress at the end of the log.
  package let outcome: Outcome?
  /// The number of the last step before the call.
  package let beganAfter: UInt64
  /// The duration of the call; `nil` if it has not ended, or if steps were lost during it.
  package let milliseconds: UInt64?
}
