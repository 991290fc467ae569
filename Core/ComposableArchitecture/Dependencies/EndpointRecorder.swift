package import DependencyInjection
package import RecordCoding

/// A recorder of what the endpoints of clients answer, or a replayer that answers in their place.
package protocol EndpointRecorder: AnyObject, Sendable {
  /// Returns the answer to a call; `nil` if answers of the type are not recorded for the endpoint.
  func answer<Answer: Recordable>(_ endpoint: String, call: () -> Answer) -> Answer?
}

private enum EndpointRecorderKey: DependencyKey {
  static let liveValue: (any EndpointRecorder)? = nil
  static let testValue: (any EndpointRecorder)? = nil
}

extension DependencyValues {
  /// The recorder of the endpoints that clients mark as recorded.
  package var endpointRecorder: (any EndpointRecorder)? {
    get { self[EndpointRecorderKey.self] }
    set { self[EndpointRecorderKey.self] = newValue }
  }
}

/// An endpoint of a client, by the type of the property that marks it.
package protocol MarkedEndpoint {
  /// The type of the recorded answers.
  static var answerType: Any.Type { get }
}

extension RecordedEndpoint: MarkedEndpoint {
  /// The type of the recorded answers.
  package static var answerType: Any.Type { Answer.self }
}
