public import DependencyInjection
public import RecordCoding

/// A marker for an endpoint whose responses are recorded.
///
/// `@DependencyEndpoint(recorded: true)` generates a property of this type in the client, and calls
/// `answer(_:call:)` for each call. The marker's type tells a recorder which responses to expect.
@_documentation(visibility: internal)
public struct RecordedEndpoint<Answer>: Sendable {
  /// Creates a marker for an endpoint.
  public init() where Answer: Recordable {}

  /// Reports a compile-time error, because a log can't store the responses.
  @available(
    *, unavailable,
    message: "a recorded endpoint needs a recordable answer: mark its type '@Recordable'"
  )
  @_disfavoredOverload
  public init() {}

  /// Returns the response that the current recorder supplies, or calls the endpoint if there is
  /// none.
  public static func answer(
    _ endpoint: EndpointID, call: () -> Answer
  ) -> Answer where Answer: Recordable {
    if let answer = DependencyValues.current.endpointRecorder?.answer(endpoint.name, call: call) {
      return answer
    }
    let observed = EndpointCall.begin()
    defer { observed?.end(endpoint, isMarked: true) }
    return call()
  }

  /// Reports a compile-time error, because a log can't store the responses.
  @available(
    *, unavailable,
    message: "a recorded endpoint needs a recordable answer: mark its type '@Recordable'"
  )
  @_disfavoredOverload
  public static func answer(_ endpoint: EndpointID, call: () -> Answer) -> Answer { call() }
}

/// The recorded response of an endpoint that returns nothing. It only shows that the endpoint was
/// called.
@_documentation(visibility: internal)
@Recordable
public struct RecordedCompletion: Hashable, Sendable {
  /// Creates a response.
  public init() {}
}
