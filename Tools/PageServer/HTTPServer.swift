import CMicrohttpd
package import CommandLineKit
import Dispatch
import Foundation
import Platform
import SessionLog
import SessionReplay

/// An HTTP server based on GNU libmicrohttpd, which handles requests on its own thread.
///
/// The server retains itself until `stop(within:)` is called. Otherwise a request could release the
/// last reference on the server's thread, and a thread can't wait for its own end.
final class HTTPServer: Sendable {
  private static let maxConnections: UInt32 = 64
  /// The time, in seconds, after which an inactive connection is closed.
  private static let timeout: UInt32 = 30
  /// The time within which a client must send the token.
  private static let tokenTimeout = DispatchTimeInterval.seconds(2)

  private struct State {
    var server: HTTPHandle?
    var isStopping = false
    /// The number of writes to clients.
    var progress = 0
    var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    /// The suspended connections, by their exchanges.
    var waiting: [ObjectIdentifier: HTTPHandle] = [:]
    var unknown = UnknownClients(limit: Int(maxConnections / 2))
  }

  let service: any HTTPService
  private let state = Mutex(State())
  /// Signaled when no exchange is left after the server began to stop.
  private let idleSignal = DispatchSemaphore(value: 0)

  init(socket: ListeningSocket, service: any HTTPService) throws(HTTPServerError) {
    self.service = service
    let running = Unmanaged.passRetained(self)
    let callbacks = rp_http_callbacks(
      context: running.toOpaque(),
      connected: { context, socket in HTTPServer.connected(context, socket) },
      disconnected: { context, number in HTTPServer.disconnected(context, number) },
      handle: { context, connection, method, path, body, count, request in
        HTTPServer.handle(context, connection, method, path, body, count, request)
      }, end: { context, request in HTTPServer.end(context, request) })
    guard let server = rp_http_start(socket.number, Self.maxConnections, Self.timeout, callbacks)
    else {
      running.release()
      throw .notStarted
    }
    socket.isTaken = true
    let handle = HTTPHandle(pointer: server)
    state.withLock { $0.server = handle }
  }

  /// Stops the server after sending the pending bytes of streams. Further calls have no effect.
  ///
  /// Stops waiting after `grace`, or when no client has received bytes for a quarter of a second.
  func stop(within grace: Duration) {
    let (server, isBusy) = state.withLock { state in
      defer { state.server = nil }
      state.isStopping = true
      for connection in state.waiting.values { rp_http_resume(connection.pointer) }
      state.waiting = [:]
      return (state.server, !state.exchanges.isEmpty)
    }
    guard let server else { return }
    if isBusy { waitForClients(grace) }
    rp_http_stop(server.pointer)
    Unmanaged.passUnretained(self).release()
  }
}

extension HTTPServer {
  private func waitForClients(_ grace: Duration) {
    let interval = Duration.milliseconds(250)
    var (waited, seen) = (Duration.zero, -1)
    while waited < grace {
      let progress = state.withLock { $0.progress }
      guard progress != seen else { return }
      seen = progress
      if idleSignal.wait(timeout: .now() + .milliseconds(250)) == .success { return }
      waited += interval
    }
  }

  func noteProgress() {
    state.withLock { $0.progress += 1 }
  }
}

extension HTTPServer {
  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Suspends a connection until it is woken. Returns `false` if the server is stopping.
  func wait(_ exchange: HTTPExchange, _ connection: HTTPHandle) -> Bool {
    state.withLock { state in
      guard !state.isStopping else { return false }
      rp_http_suspend(connection.pointer)
      state.waiting[ObjectIdentifier(exchange)] = connection
      return true
    }
  }

  func wake(_ exchange: HTTPExchange) {
    state.withLock { state in
      guard let connection = state.waiting.removeValue(forKey: ObjectIdentifier(exchange)) else {
        return
      }
      rp_http_resume(connection.pointer)
    }
  }
}

extension HTTPServer {
  private static func connected(_ context: UnsafeMutableRawPointer?, _ socket: Int32) -> UInt64 {
    guard let context else { return 0 }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    // Sockets are dropped under the lock that `disconnected` takes before the library closes them.
    let number = server.state.withLock { state in
      let (number, dropped) = state.unknown.add(socket: socket)
      if let dropped { rp_http_drop(dropped) }
      return number
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + tokenTimeout) { [weak server] in
      server?.state.withLock { state in
        if let socket = state.unknown.remove(number) { rp_http_drop(socket) }
      }
    }
    return number
  }

  private static func disconnected(_ context: UnsafeMutableRawPointer?, _ number: UInt64) {
    guard let context else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    server.state.withLock { _ = $0.unknown.remove(number) }
  }

  /// Exempts a connection from the timeout for the token, after its client has sent it.
  func keep(_ connection: HTTPHandle) {
    state.withLock { _ = $0.unknown.remove(rp_http_number(connection.pointer)) }
  }
}

extension HTTPServer {
  // A C callback has this signature.
  // swift-format-ignore
  private static func handle(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ method: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ body: UnsafePointer<UInt8>?,
    _ count: Int, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Bool {
    guard let context, let connection, let request else { return false }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    if let exchange = request.pointee {
      return Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue()
        .receive(
          UnsafeBufferPointer(start: body, count: count), on: HTTPHandle(pointer: connection))
    }
    var head = HTTPRequest(
      method: method.map { String(cString: $0) } ?? "",
      path: path.map { String(cString: $0) } ?? "")
    head.headers = fields(of: connection, rp_http_headers)
    head.arguments = fields(of: connection, rp_http_arguments)
    let exchange = HTTPExchange(head, of: server)
    server.state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
    // The library owns the exchange until it calls `end`.
    request.pointee = Unmanaged.passRetained(exchange).toOpaque()
    return exchange.begin(on: HTTPHandle(pointer: connection))
  }

  private static func end(
    _ context: UnsafeMutableRawPointer?, _ request: UnsafeMutableRawPointer?
  ) {
    guard let context, let request else { return }
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<HTTPExchange>.fromOpaque(request).takeRetainedValue()
    exchange.end()
    server.state.withLock { state in
      state.exchanges[ObjectIdentifier(exchange)] = nil
      if state.isStopping, state.exchanges.isEmpty { server.idleSignal.signal() }
    }
  }

  private static func fields(of connection: OpaquePointer, _ kind: rp_http_kind) -> [HTTPField] {
    var fields: [HTTPField] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      rp_http_each(connection, kind, fields) { fields, name, nameLength, value, valueLength in
        func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
          let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
          return String(decoding: bytes, as: UTF8.self)
        }
        fields?.assumingMemoryBound(to: [HTTPField].self).pointee.append(
          HTTPField(text(name, nameLength), text(value, valueLength)))
      }
    }
    return fields
  }
}

/// A server or a connection of the library, whose functions for it are thread-safe.
struct HTTPHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}

package enum HTTPServerError: Error, Equatable, Sendable {
  case unavailable(String)
  case cannotListen(address: String, port: UInt16, SystemFailure)
  case notStarted
}

extension HTTPServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unavailable(let reason): "no page can be served: \(reason)"
    case .cannotListen(let address, let port, let failure):
      "no page can be served at \(address.visible)\(port == 0 ? "" : " port \(port)"): \(failure); "
        + "give another --port, or leave it out for a free one"
    case .notStarted: "no page can be served: the server cannot start, probably for lack of memory"
    }
  }
}

/// A listening socket, which is closed on deallocation unless a server has taken it.
final class ListeningSocket {
  let number: Int32
  fileprivate(set) var isTaken = false
  let port: UInt16

  /// Creates a socket that listens at a numeric address. Port 0 chooses a free port.
  init(address: String, port: UInt16) throws(HTTPServerError) {
    if let reason = rp_http_unavailable() { throw .unavailable(String(cString: reason)) }
    number = rp_http_listen(address, port)
    guard number >= 0 else {
      throw .cannotListen(address: address, port: port, SystemFailure(code: -number))
    }
    self.port = rp_http_port(number)
  }

  deinit {
    if !isTaken, number >= 0 { close(number) }
  }
}
