package import DependencyInjection
package import RecordCoding

/// A recorder of the responses of client endpoints, or a replayer that supplies recorded responses.
package protocol EndpointRecorder: AnyObject, Sendable {
  /// Returns the response to a call, or `nil` if the endpoint doesn't record this response type.
  func answer<Answer: Recordable>(_ endpoint: String, call: () -> Answer) -> Answer?
}

private enum EndpointRecorderKey: DependencyKey {
  static let liveValue: (any EndpointRecorder)? = nil
  static let testValue: (any EndpointRecorder)? = nil
}

extension DependencyValues {
  package var endpointRecorder: (any EndpointRecorder)? {
    get { self[EndpointRecorderKey.self] }
    set { self[EndpointRecorderKey.self] = newValue }
  }
}

/// A recorded endpoint of a client, represented by the type of its marker property.
package protocol MarkedEndpoint {
  static var answerType: Any.Type { get }
}

extension RecordedEndpoint: MarkedEndpoint {
  package static var answerType: Any.Type { Answer.self }
}
