protocol HTTPService: Sendable {
  func accepts(_ head: HTTPRequest) -> Bool
  /// Returns the response to a request that is refused before its body is read, or `nil`.
  func refusal(of head: HTTPRequest) -> HTTPResponse?
  func answer(_ request: HTTPRequest) -> HTTPAnswer
}

enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  /// A function that returns the response while the connection waits.
  case later(@Sendable () async -> HTTPResponse)
  case events(any HTTPStream)
}

protocol HTTPStream: Sendable {
  /// Begins the stream. `wake` must be called, from any thread, when there may be new events.
  func begin(_ wake: @escaping @Sendable () -> Void)
  func next() -> NextEvents
  func end()
}

enum NextEvents: Equatable, Sendable {
  case bytes([UInt8])
  case nothing
  case over
}
