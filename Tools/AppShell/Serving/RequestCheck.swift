/// Tells requests of the page from those of anybody else.
///
/// Who has not the token, who was led here under another name, and what a page from elsewhere sends,
/// gets the same empty answer.
package struct RequestCheck: Sendable {
  package let token: AccessToken
  package let address: ServedAddress

  /// Checks requests for the token, and that they were meant for an address.
  package init(token: AccessToken, address: ServedAddress) {
    self.token = token
    self.address = address
  }

  /// The answer to a request that is not the page's.
  static let refusal = HTTPResponse(status: 403, type: "text/plain; charset=utf-8", body: [])

  /// Returns whether a request is the page's, or that of a person who opens it.
  package func accepts(_ request: HTTPRequest) -> Bool {
    // All are looked at, so that the time tells nothing of which was wrong.
    let hasToken = token.matches(request.argument("token") ?? "")
    let hosts = request.headers(named: "host")
    let isMeant = hosts.count == 1 && address.isHost(hosts[0])
    let isOwn = request.headers(named: "origin").allSatisfy(address.isOrigin)
    let sites = request.headers(named: "sec-fetch-site")
    return hasToken && isMeant && isOwn && sites.allSatisfy { Self.ownSites.contains($0) }
  }

  /// A request of the page, and one that a person made by typing or opening the address.
  private static let ownSites: Set = ["same-origin", "none"]
}
