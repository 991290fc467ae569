import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A client of a local server that can send arbitrary requests.
///
/// Reads block, so use a client on its own thread.
package final class WebClient {
  package struct Answer: Equatable, Sendable {
    package var status: Int
    /// The headers by lowercase name.
    package var headers: [String: String]
    package var body: String
  }

  package struct Event: Equatable, Sendable {
    package var name: String
    package var id: String
    package var data: String

    package var bytes: [UInt8] { Data(base64Encoded: data).map { [UInt8]($0) } ?? [] }
  }

  private let socket: Int32
  private var buffer: [UInt8] = []
  private var text: [UInt8] = []
  private var isChunked = false

  /// Connects to a local port. `buffer` limits the unread bytes that the system keeps.
  ///
  /// Reading fails if nothing arrives for `timeout` seconds. The default is long, because the main
  /// actor may run all other tests before it answers.
  package init(port: UInt16, buffer: Int32? = nil, timeout: Int = 1500) throws {
    #if canImport(Darwin)
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    if var buffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    var limit = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(socket)
  }

  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(socket, $0.baseAddress, $0.count, 0)
        #else
          Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends bytes one at a time until the connection is closed. Returns whether all bytes were sent.
  package func trickle(_ bytes: [UInt8], milliseconds: Int32) throws -> Bool {
    for byte in bytes {
      var events = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      if poll(&events, 1, milliseconds) > 0, try !receive() { return false }
      do { try send([byte]) } catch { return false }
    }
    return true
  }

  package func waitForEnd() throws {
    while try receive() {}
  }

  /// Sends a request with the given headers in place of a browser's headers.
  package func request(
    _ target: String, method: String = "GET", headers: [String], body: [UInt8] = []
  ) throws {
    var lines = ["\(method) \(target) HTTP/1.1"] + headers
    if method == "POST" { lines.append("Content-Length: \(body.count)") }
    try send(Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + body)
  }

  /// Reads the status and the headers of a response.
  package func head() throws -> Answer {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        buffer.removeSubrange(..<end.upperBound)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1)
          headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        isChunked = headers["transfer-encoding"] == "chunked"
        let words = lines[0].split(separator: " ")
        return Answer(
          status: words.count > 1 ? Int(words[1]) ?? 0 : 0, headers: headers, body: "")
      }
      guard try receive() else { throw POSIXError(.ECONNRESET) }
    }
  }

  package func answer() throws -> Answer {
    var answer = try head()
    if isChunked {
      while try receivePart() {}
      answer.body = String(decoding: text, as: UTF8.self)
    } else {
      let count = answer.headers["content-length"].flatMap { Int($0) } ?? 0
      while buffer.count < count, try receive() {}
      answer.body = String(decoding: buffer.prefix(count), as: UTF8.self)
      buffer.removeFirst(min(count, buffer.count))
    }
    return answer
  }

  /// Reads the next event of a stream, skipping comments. Returns `nil` at the end of the stream.
  package func event() throws -> Event? {
    while true {
      if let end = text.firstRange(of: Array("\n\n".utf8)) {
        let lines = String(decoding: text[..<end.lowerBound], as: UTF8.self)
          .split(separator: "\n")
        text.removeSubrange(..<end.upperBound)
        func field(_ name: String) -> String? {
          lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        guard let name = field("event") else { continue }
        return Event(name: name, id: field("id") ?? "", data: field("data") ?? "")
      }
      guard try receivePart() else { return nil }
    }
  }

  /// Reads the next chunk of a body. Returns `false` after the last chunk.
  private func receivePart() throws -> Bool {
    while true {
      if let end = buffer.firstRange(of: Array("\r\n".utf8)) {
        let length = Int(String(decoding: buffer[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
        let chunkEnd = end.upperBound + length
        if length == 0 { return false }
        if buffer.count >= chunkEnd + 2 {
          text += buffer[end.upperBound..<chunkEnd]
          buffer.removeSubrange(..<(chunkEnd + 2))
          return true
        }
      }
      guard try receive() else { return false }
    }
  }

  private func receive() throws -> Bool {
    var part = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket, &part, part.count, 0)
    if count < 0, errno == ECONNRESET { return false }
    guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    buffer += part[..<count]
    return count > 0
  }
}

/// Runs a blocking function on its own thread.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
  }
}
