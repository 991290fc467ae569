/// The content security policy of a page: its own script and style, and nothing from outside.
package enum PagePolicy: Sendable {
  /// The policy of a file that a user opens.
  case file
  /// The policy of a document that gets its steps from its server.
  case served

  package var text: String {
    let rules = [
      "default-src 'none'", "script-src '\(Self.scriptHash)'", "style-src '\(Self.styleHash)'",
      "img-src data:", "base-uri 'none'", "form-action 'none'",
    ]
    return (rules + (self == .served ? ["connect-src 'self'"] : [])).joined(separator: "; ")
  }

  // Foundation has no SHA-256 on Linux. `make page` writes both digests, and a test verifies them.

  /// The digest of the page's script.
  package static let scriptHash = "sha256-GRxmREbUNJHlHnN5YYp9FiiBXz974a8Xtvlgtnzl3Hg="
  /// The digest of the page's style.
  package static let styleHash = "sha256-IO91XI0QjPeolUcCYuLxgsRBhv8/O8COdgUrrdzscGw="
}
