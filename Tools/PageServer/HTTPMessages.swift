/// A name and a value: a header, or an argument of a URL.
package struct HTTPField: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request, whose data from a client is unverified.
package struct HTTPRequest: Equatable, Sendable {
  package var method: String
  /// The path of the URL, percent-decoded.
  package var path: String
  /// The arguments of the URL, percent-decoded.
  package var arguments: [HTTPField]
  package var headers: [HTTPField]
  package var body: [UInt8]

  package init(
    method: String = "GET", path: String = "/", arguments: [HTTPField] = [],
    headers: [HTTPField] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.arguments = arguments
    self.headers = headers
    self.body = body
  }

  /// Returns the value of an argument, or `nil` unless the argument occurs exactly once.
  package func argument(_ name: String) -> String? {
    let values = arguments.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// Returns the values of a header. `name` must be lowercase, and matches names in any case.
  package func headers(named name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The id of the last event that a page received before it connected again.
  var lastEvent: String? { headers(named: "last-event-id").first }
}

package struct HTTPResponse: Equatable, Sendable {
  package var status: UInt32
  package var type: String
  package var body: [UInt8]
  package var policy: String
  /// The allowed methods, if the request has a different method.
  package var allowed: String?

  /// The policy for responses that aren't pages, which allows nothing.
  static let noPolicy = "default-src 'none'"

  package init(
    status: UInt32, type: String, body: [UInt8], policy: String = noPolicy, allowed: String? = nil
  ) {
    self.status = status
    self.type = type
    self.body = body
    self.policy = policy
    self.allowed = allowed
  }

  static func text(_ status: UInt32, _ text: String, allowed: String? = nil) -> Self {
    HTTPResponse(
      status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8), allowed: allowed)
  }

  static let done = HTTPResponse(status: 204, type: "text/plain; charset=utf-8", body: [])

  package var headers: [HTTPField] {
    Self.headers(type: type, policy: policy) + (allowed.map { [HTTPField("Allow", $0)] } ?? [])
  }

  static func headers(type: String, policy: String = noPolicy) -> [HTTPField] {
    [
      HTTPField("Content-Type", type), HTTPField("X-Content-Type-Options", "nosniff"),
      HTTPField("Content-Security-Policy", "\(policy); frame-ancestors 'none'"),
      HTTPField("Referrer-Policy", "no-referrer"), HTTPField("Cache-Control", "no-store"),
      HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
      HTTPField("Cross-Origin-Opener-Policy", "same-origin"),
    ]
  }
}
