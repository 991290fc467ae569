import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A server on a port of its own of the loopback interface, which answers one request at a time.
final class LoopbackServer: @unchecked Sendable {
  // `@unchecked Sendable`: the socket never changes, and the lock guards the rest.
  private let socket: Int32
  private let lock = NSLock()
  private var received: [String] = []
  let port: UInt16

  /// The requests so far, as they were sent.
  var requests: [String] { lock.withLock { received } }

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard result else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    let thread = Thread { [self] in
      while answerNext() {}
    }
    thread.start()
  }

  /// Refuses further connections.
  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func answerNext() -> Bool {
    let connection = accept(socket, nil, nil)
    guard connection >= 0 else { return false }
    defer { close(connection) }
    let request = read(from: connection)
    lock.withLock { received.append(request) }
    let line = request.prefix { $0 != "\r" && $0 != "\r\n" }
    let parts = line.split(separator: " ")
    let path = parts.count > 1 ? String(parts[1]) : "/"
    let status = path == "/missing" ? "404 Not Found" : "200 OK"
    let body = "\(parts.first ?? "") \(path)"
    let answer = """
      HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nContent-Type: text/plain\r\n\
      Set-Cookie: session=crumb\r\nX-Kind: test\r\nConnection: close\r\n\r\n\(body)
      """
    let bytes = Array(answer.utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    return true
  }

  /// Reads a request with its body.
  private func read(from connection: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let length = text[..<end.lowerBound].components(separatedBy: "\r\n")
          .first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)) }
        if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return text }
      bytes += buffer.prefix(count)
    }
  }
}
