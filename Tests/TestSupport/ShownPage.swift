import Foundation

/// The address at which a page is served.
package struct ShownPage: Sendable {
  package let port: UInt16
  package let token: String

  package init?(_ line: String) {
    guard let match = line.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/\?token=([0-9a-f]+)/),
      let port = UInt16(match.1)
    else { return nil }
    self.port = port
    token = String(match.2)
  }

  package var host: String { "Host: 127.0.0.1:\(port)" }

  package func target(_ path: String, _ more: String = "") -> String {
    "\(path)?token=\(token)\(more)"
  }

  /// Sends a request on a new connection, and returns the response.
  package func answer(
    _ target: String, method: String = "GET", headers: [String]? = nil, body: String = ""
  ) async throws -> WebClient.Answer {
    let (port, headers) = (port, headers ?? [host])
    return try await onThread {
      let client = try WebClient(port: port)
      try client.request(target, method: method, headers: headers, body: Array(body.utf8))
      return try client.answer()
    }
  }

  package func send(_ action: String) async throws -> WebClient.Answer {
    try await answer(target("/actions"), method: "POST", body: action)
  }
}
