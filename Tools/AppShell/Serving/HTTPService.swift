protocol HTTPService: Sendable {
  /// Returns whether a request has the token.
  func accepts(_ head: HTTPRequest) -> Bool
  /// Returns the response to a request that is refused before its body is read, or `nil`.
  func refusal(of head: HTTPRequest) -> HTTPResponse?
  /// Returns the answer to a complete request.
  func answer(_ request: HTTPRequest) -> HTTPAnswer
}

/// An answer to a request.
enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  /// A function that returns the response while the connection waits.
  case later(@Sendable () async -> HTTPResponse)
  case events(any HTTPStream)
}

/// A stream of events for a connection.
protocol HTTPStream: Sendable {
  /// Begins the stream. `wake` must be called, from any thread, when there may be new events.
  func begin(_ wake: @escaping @Sendable () -> Void)
  func next() -> NextEvents
  /// Ends the stream, after its connection has ended.
  func end()
}

enum NextEvents: Equatable, Sendable {
  case bytes([UInt8])
  /// No bytes are available now.
  case nothing
  /// The stream has ended, and the connection is closed.
  case over
}
