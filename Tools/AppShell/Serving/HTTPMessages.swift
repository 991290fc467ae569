/// A name and a value of a request: a header, or an argument in its address.
package struct HTTPField: Equatable, Sendable {
  package var name: String
  package var value: String

  /// Pairs a name with a value.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request as a client sent it, of which nothing is believed.
package struct HTTPRequest: Equatable, Sendable {
  package var method: String
  /// The path of the address, percent-decoded.
  package var path: String
  /// The arguments in the address, percent-decoded.
  package var arguments: [HTTPField]
  package var headers: [HTTPField]
  package var body: [UInt8]

  /// Describes a request by all its parts.
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

  /// The value of an argument that is given once; `nil` for any other.
  package func argument(_ name: String) -> String? {
    let values = arguments.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// The values of a header, whose name is told apart by no case.
  package func headers(named name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// An answer to a request.
package struct HTTPResponse: Equatable, Sendable {
  package var status: UInt32
  package var type: String
  package var body: [UInt8]
  /// What a browser allows the document, if it is one.
  package var policy: String
  /// The methods that would be answered, where another one was used.
  package var allowed: String?

  /// What an answer that is no page may do in a browser: nothing.
  static let noPolicy = "default-src 'none'"

  /// Describes an answer by all its parts.
  package init(
    status: UInt32, type: String, body: [UInt8], policy: String = noPolicy, allowed: String? = nil
  ) {
    self.status = status
    self.type = type
    self.body = body
    self.policy = policy
    self.allowed = allowed
  }

  /// A line of text.
  static func text(_ status: UInt32, _ text: String, allowed: String? = nil) -> Self {
    HTTPResponse(
      status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8), allowed: allowed)
  }

  /// What was asked for was done, and there is nothing to say.
  static let done = HTTPResponse(status: 204, type: "text/plain; charset=utf-8", body: [])

  /// The headers of every answer, and those of this one.
  package var headers: [HTTPField] {
    Self.headers(type: type, policy: policy) + (allowed.map { [HTTPField("Allow", $0)] } ?? [])
  }

  /// The headers of an answer of a type.
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
