/// What a server answers.
protocol HTTPService: Sendable {
  /// Returns whether a request has the token.
  func accepts(_ head: HTTPRequest) -> Bool
  /// The answer to a request whose body need not be read, as it is refused; `nil` for all others.
  func refusal(of head: HTTPRequest) -> HTTPResponse?
  /// The answer to a request that has come to its end.
  func answer(_ request: HTTPRequest) -> HTTPAnswer
}

/// How a request is answered.
enum HTTPAnswer: Sendable {
  /// At once.
  case response(HTTPResponse)
  /// When it has been found out; the connection waits.
  case later(@Sendable () async -> HTTPResponse)
  /// With events, as long as there are any.
  case events(any HTTPStream)
}

/// Events for one connection.
protocol HTTPStream: Sendable {
  /// Takes what is to be called, from any thread, when there may be something new.
  func begin(_ wake: @escaping @Sendable () -> Void)
  /// The next bytes.
  func next() -> NextEvents
  /// The connection has ended.
  func end()
}

/// What there is to send.
enum NextEvents: Equatable, Sendable {
  case bytes([UInt8])
  /// Nothing now.
  case nothing
  /// Nothing any more on this connection.
  case over
}
