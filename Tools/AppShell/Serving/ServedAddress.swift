#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The address and the port at which a page is served.
package struct ServedAddress: Equatable, Sendable {
  /// The address in digits, as `127.0.0.1` or `::1`.
  package let digits: String
  package let port: UInt16
  /// The name of the machine, by which others reach it.
  package let machine: String

  /// Describes an address.
  package init(digits: String, port: UInt16, machine: String = Self.nameOfMachine) {
    self.digits = digits
    self.port = port
    self.machine = machine
  }

  /// The address that nobody reaches from another machine.
  package static let loopback = "127.0.0.1"

  /// Whether only programs of this machine can connect.
  package var isLoopback: Bool { digits == "::1" || digits.hasPrefix("127.") }

  /// Whether connections to any address of the machine are taken.
  private var isAny: Bool { digits == "0.0.0.0" || digits == "::" }

  /// The host as it stands in the address of the page.
  private var host: String {
    if isAny { return machine }
    return digits.contains(":") ? "[\(digits)]" : digits
  }

  /// The address of the page, which opens it to whoever has it.
  package func url(_ token: AccessToken) -> String {
    "\(origin)/?token=\(token.text)"
  }

  /// The scheme, the host and the port, as a browser names where a request comes from.
  package var origin: String { "http://\(authority(of: host))" }

  private func authority(of host: String) -> String { port == 80 ? host : "\(host):\(port)" }

  /// Returns whether a request with such a `Host` was meant for this server.
  ///
  /// A name that leads here is another's: its owner may let it lead here to reach what is served. Only
  /// `localhost` has no owner: browsers resolve it to this machine (RFC 6761). It is also the host of
  /// requests through a tunnel.
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

  /// Returns whether a request from such an `Origin` comes from a page that was served here.
  package func isOrigin(_ text: String) -> Bool {
    let scheme = "http://"
    return text.lowercased().hasPrefix(scheme) && isHost(String(text.dropFirst(scheme.count)))
  }

  /// Returns whether a text is an address in digits.
  package static func isNumeric(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// The name of the machine, without asking others for it.
  package static var nameOfMachine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
      ?? "localhost"
  }
}
