public import DependencyInjection
public import RecordCoding

/// The answers of an endpoint that is recorded.
///
/// What `@DependencyEndpoint(recorded: true)` writes stores one in the client, whose type tells a
/// recorder which answers there can be, and asks it for each of them.
@_documentation(visibility: internal)
public struct RecordedEndpoint<Answer>: Sendable {
  /// Creates the mark of an endpoint.
  public init() where Answer: Recordable {}

  /// Stops the build: the answers could not be in a log.
  @available(
    *, unavailable,
    message: "a recorded endpoint needs a recordable answer: mark its type '@Recordable'"
  )
  @_disfavoredOverload
  public init() {}

  /// Asks the recorder in force for the answer to a call, which is else made.
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

  /// Stops the build: the answers could not be in a log.
  @available(
    *, unavailable,
    message: "a recorded endpoint needs a recordable answer: mark its type '@Recordable'"
  )
  @_disfavoredOverload
  public static func answer(_ endpoint: EndpointID, call: () -> Answer) -> Answer { call() }
}

/// The answer of a recorded endpoint that returns nothing: that it was called.
@_documentation(visibility: internal)
@Recordable
public struct RecordedCompletion: Hashable, Sendable {
  /// Creates the answer.
  public init() {}
}
