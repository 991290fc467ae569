import CMicrohttpd
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

final class HTTPExchange: Sendable {
  /// The maximum size of a request's body in bytes.
  static let maxBodyLength = 64 << 10

  fileprivate struct State {
    var request: HTTPRequest
    var isTooLong = false
    var isDispatched = false
    var isAnswered = false
    /// The response that was awaited while the connection was suspended.
    var response: HTTPResponse?
    var stream: (any HTTPStream)?
    /// The last bytes from the stream. The first `sent` of them have been sent.
    var pending: [UInt8] = []
    var sent = 0
  }

  private let server: HTTPServer
  private let state: Mutex<State>

  init(_ head: HTTPRequest, of server: HTTPServer) {
    self.server = server
    state = Mutex(State(request: head))
  }

  /// Checks the headers of the request. Returns whether to keep the connection.
  func begin(on connection: HTTPHandle) -> Bool {
    let head = state.withLock { $0.request }
    if server.service.accepts(head) { server.keep(connection) }
    let lengths = head.headers(named: "content-length").compactMap { Int($0) }
    let refusal =
      server.service.refusal(of: head)
      ?? (lengths.contains { $0 > Self.maxBodyLength } ? Self.tooLong : nil)
    guard let refusal else { return true }
    return answer(refusal, on: connection)
  }

  /// Receives a part of the request's body. An empty part marks the end of the request, or a
  /// resumed connection whose response is available.
  func receive(_ part: UnsafeBufferPointer<UInt8>, on connection: HTTPHandle) -> Bool {
    if !part.isEmpty {
      state.withLock { state in
        state.isTooLong =
          state.isTooLong || state.request.body.count + part.count > Self.maxBodyLength
        if !state.isTooLong { state.request.body += part }
      }
      return true
    }
    let (request, isTooLong, isDispatched, isAnswered, response) = state.withLock { state in
      defer { state.isDispatched = true }
      return (state.request, state.isTooLong, state.isDispatched, state.isAnswered, state.response)
    }
    if isAnswered { return true }
    if let response { return answer(response, on: connection) }
    // The server is stopping, and has resumed the connection without a response.
    if isDispatched || server.isStopping { return answer(Self.ending, on: connection) }
    if isTooLong { return answer(Self.tooLong, on: connection) }
    switch server.service.answer(request) {
    case .response(let response): return answer(response, on: connection)
    case .later(let find):
      guard server.wait(self, connection) else { return answer(Self.ending, on: connection) }
      Task {
        let response = await find()
        state.withLock { $0.response = response }
        server.wake(self)
      }
      return true
    case .events(let stream): return answer(stream, on: connection)
    }
  }

  /// Ends the stream of the response, after the request is over.
  func end() {
    state.withLock { $0.stream }?.end()
  }

  private static let tooLong = HTTPResponse.text(
    413, "the action is over \(maxBodyLength >> 10) KiB; send it from a script")
  private static let ending = HTTPResponse.text(503, "the app is ending")

  private func answer(_ response: HTTPResponse, on connection: HTTPHandle) -> Bool {
    state.withLock { $0.isAnswered = true }
    return withStrings(response.headers) { headers in
      rp_http_answer(
        connection.pointer, response.status, response.body, response.body.count, headers,
        headers.count)
    }
  }
}

extension HTTPExchange {
  private func answer(_ stream: any HTTPStream, on connection: HTTPHandle) -> Bool {
    state.withLock { state in
      state.isAnswered = true
      state.stream = stream
    }
    // Weak, because the exchange owns the stream.
    stream.begin { [weak self] in
      if let self { self.server.wake(self) }
    }
    return withStrings(HTTPResponse.headers(type: "text/event-stream")) { headers in
      rp_http_answer_stream(
        connection.pointer,
        { exchange, connection, bytes, capacity in
          guard let exchange, let connection else { return -1 }
          return Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue()
            .read(
              into: UnsafeMutableRawBufferPointer(start: bytes, count: capacity),
              HTTPHandle(pointer: connection))
        }, Unmanaged.passUnretained(self).toOpaque(), headers, headers.count)
    }
  }

  /// Copies the next bytes. Returns their number, 0 while the connection waits, or -1 at the end.
  private func read(
    into bytes: UnsafeMutableRawBufferPointer, _ connection: HTTPHandle
  ) -> Int {
    let (copied, stream) = state.withLock { ($0.copy(into: bytes), $0.stream) }
    if copied > 0 {
      server.noteProgress()
      return copied
    }
    guard let stream else { return -1 }
    switch stream.next() {
    case .bytes(let next):
      return state.withLock { state in
        (state.pending, state.sent) = (next, 0)
        return state.copy(into: bytes)
      }
    case .over: return -1
    case .nothing: return server.wait(self, connection) ? 0 : -1
    }
  }
}

extension HTTPExchange.State {
  /// Copies as many pending bytes as fit, and returns their number.
  fileprivate mutating func copy(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    let part = pending[sent...].prefix(bytes.count)
    bytes.copyBytes(from: part)
    sent += part.count
    if sent == pending.count { (pending, sent) = ([], 0) }
    return part.count
  }
}

/// Calls a function with alternating names and values as C strings.
private func withStrings<Result>(
  _ fields: [HTTPField], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  let texts = fields.flatMap { [strdup($0.name), strdup($0.value)] }
  defer { for text in texts { free(text) } }
  return body(texts.map { $0.map { UnsafePointer($0) } })
}
