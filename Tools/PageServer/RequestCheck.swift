/// Rejects requests with a missing token, a foreign host, or a foreign origin, all with the same
/// empty response.
package struct RequestCheck: Sendable {
  package let token: AccessToken
  package let address: ServedAddress

  package init(token: AccessToken, address: ServedAddress) {
    self.token = token
    self.address = address
  }

  static let refusal = HTTPResponse(status: 403, type: "text/plain; charset=utf-8", body: [])

  package func accepts(_ request: HTTPRequest) -> Bool {
    // All conditions are evaluated. The time doesn't reveal which of them failed.
    let hasToken = token.matches(request.argument("token") ?? "")
    let hosts = request.headers(named: "host")
    let hasOwnHost = hosts.count == 1 && address.isHost(hosts[0])
    let hasOwnOrigin = request.headers(named: "origin").allSatisfy(address.isOrigin)
    let sites = request.headers(named: "sec-fetch-site")
    let hasOwnSite = sites.allSatisfy { Self.ownSites.contains($0) }
    return hasToken && hasOwnHost && hasOwnOrigin && hasOwnSite
  }

  /// The values for a request of the page, and for a user who types or opens the address.
  private static let ownSites: Set = ["same-origin", "none"]
}
