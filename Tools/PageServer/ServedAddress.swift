#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package struct ServedAddress: Equatable, Sendable {
  /// The numeric address, such as `127.0.0.1` or `::1`.
  package let digits: String
  package let port: UInt16
  package let machine: String

  package init(digits: String, port: UInt16, machine: String = Self.nameOfMachine) {
    self.digits = digits
    self.port = port
    self.machine = machine
  }

  package static let loopback = "127.0.0.1"

  package var isLoopback: Bool { digits == "::1" || digits.hasPrefix("127.") }

  private var isAny: Bool { digits == "0.0.0.0" || digits == "::" }

  /// The host in the URL of the page.
  private var host: String {
    if isAny { return machine }
    return digits.contains(":") ? "[\(digits)]" : digits
  }

  package func url(_ token: AccessToken) -> String {
    "\(origin)/?token=\(token.text)"
  }

  /// The scheme, the host and the port, as in the `Origin` header of a browser.
  package var origin: String { "http://\(authority(of: host))" }

  private func authority(of host: String) -> String { port == 80 ? host : "\(host):\(port)" }

  /// Rejects other names even if they resolve to this address: their owners could access the served
  /// data (DNS rebinding). `localhost` is accepted. It has no owner, because browsers resolve it to
  /// this machine (RFC 6761), and requests through a tunnel have it as their host.
  package func isHost(_ text: String) -> Bool {
    let text = text.lowercased()
    if text == authority(of: host).lowercased() { return true }
    if text == authority(of: "localhost") { return true }
    guard isAny else { return false }
    guard port == 80 || text.hasSuffix(":\(port)") else { return false }
    let host = text.hasSuffix(":\(port)") ? text.dropLast(":\(port)".count) : text[...]
    return Self.isNumeric(
      host.hasPrefix("[") && host.hasSuffix("]")
        ? String(host.dropFirst().dropLast()) : String(host))
  }

  package func isOrigin(_ text: String) -> Bool {
    let scheme = "http://"
    return text.lowercased().hasPrefix(scheme) && isHost(String(text.dropFirst(scheme.count)))
  }

  package static func isNumeric(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// The host name of the machine, without a query to a name server.
  package static var nameOfMachine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
      ?? "localhost"
  }
}
