import PageServer
import Testing

@Suite("The check of requests")
struct RequestCheckTests {
  private static let token = AccessToken("5ec2e7")
  private let check = RequestCheck(
    token: token, address: ServedAddress(digits: "127.0.0.1", port: 4711))

  private func isAccepted(
    token: [String] = ["5ec2e7"], host: [String] = ["127.0.0.1:4711"], _ others: [HTTPField] = []
  ) -> Bool {
    check.accepts(
      HTTPRequest(
        arguments: token.map { HTTPField("token", $0) },
        headers: host.map { HTTPField("Host", $0) } + others))
  }

  @Test("A request with the token, the served host and no foreign origin is accepted")
  func accepted() {
    #expect(isAccepted())
    #expect(isAccepted([HTTPField("Origin", "http://127.0.0.1:4711")]))
    #expect(isAccepted(host: ["localhost:4711"], [HTTPField("Origin", "http://localhost:4711")]))
    #expect(isAccepted([HTTPField("sec-fetch-site", "same-origin")]))
    #expect(isAccepted([HTTPField("Sec-Fetch-Site", "none")]))
  }

  @Test(
    "A request without exactly one correct token is refused",
    arguments: [["5ec2e8"], ["5ec2e"], ["5ec2e7x"], ["5EC2E7"], [""], [], ["5ec2e7", "5ec2e7"]])
  func tokens(token: [String]) {
    #expect(!isAccepted(token: token))
  }

  @Test(
    "A request without exactly one served host is refused",
    arguments: [
      ["evil.example"], ["evil.example:4711"], ["127.0.0.1"], ["127.0.0.1:80"],
      ["localhost"], ["localhost:80"], ["localhost.evil.example:4711"],
      ["127.0.0.1:4711.evil.example"], [""], [],
      ["127.0.0.1:4711", "evil.example"],
    ])
  func hosts(host: [String]) {
    #expect(!isAccepted(host: host))
  }

  @Test(
    "A request from a page of a foreign origin is refused",
    arguments: [
      HTTPField("Origin", "http://evil.example"), HTTPField("Origin", "null"),
      HTTPField("Origin", "https://127.0.0.1:4711"), HTTPField("Origin", "http://127.0.0.1:80"),
      HTTPField("Sec-Fetch-Site", "cross-site"), HTTPField("Sec-Fetch-Site", "same-site"),
    ])
  func origins(header: HTTPField) {
    #expect(!isAccepted([header]))
  }

  @Test("Every random token is different and has 256 bits")
  func random() {
    let (one, other) = (AccessToken.random(), AccessToken.random())
    #expect(one != other)
    #expect(one.text.utf8.count == 64)
    #expect(one.matches(one.text))
    #expect(!one.matches(other.text))
  }

  @Test("A server at any address accepts the machine's name and numeric addresses as hosts")
  func anyAddress() {
    let address = ServedAddress(digits: "0.0.0.0", port: 4711, machine: "desk")
    #expect(address.url(Self.token) == "http://desk:4711/?token=5ec2e7")
    #expect(!address.isLoopback)
    for host in ["desk:4711", "DESK:4711", "192.168.1.5:4711", "[::1]:4711", "localhost:4711"] {
      #expect(address.isHost(host), "\(host)")
    }
    for host in [
      "evil.example:4711", "192.168.1.5", "192.168.1.5:80", ":4711", "[desk]:4711",
      "localhost", "localhost:80", "localhost.evil.example:4711",
    ] {
      #expect(!address.isHost(host), "\(host)")
    }
  }

  @Test(
    "'localhost' is a host of every address at the served port",
    arguments: ["127.0.0.1", "::1", "192.168.1.5", "0.0.0.0", "::"])
  func localhost(digits: String) {
    let address = ServedAddress(digits: digits, port: 4711, machine: "desk")
    #expect(address.isHost("localhost:4711"))
    #expect(address.isOrigin("http://localhost:4711"))
    #expect(!address.isHost("localhost:4712"))
  }

  @Test("An origin has an IPv6 address in brackets, and omits port 80")
  func forms() {
    #expect(ServedAddress(digits: "::1", port: 4711).origin == "http://[::1]:4711")
    #expect(ServedAddress(digits: "::1", port: 4711).isLoopback)
    #expect(ServedAddress(digits: "10.0.0.1", port: 80).origin == "http://10.0.0.1")
    #expect(ServedAddress(digits: "10.0.0.1", port: 80).isHost("10.0.0.1"))
  }
}
