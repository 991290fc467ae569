/// The secret in the address of a page. Requests without it get an empty response.
package struct AccessToken: Equatable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Creates a token with 256 bits from the system's cryptographically secure generator.
  package static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<4).map { _ in
      let word = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - word.count) + word
    }
    return AccessToken(digits.joined())
  }

  /// Returns whether a string is the secret. The time it takes doesn't reveal where they differ.
  package func matches(_ other: String) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    var difference = UInt8(own.count == other.count ? 0 : 1)
    for index in own.indices { difference |= own[index] ^ (index < other.count ? other[index] : 0) }
    return difference == 0
  }
}
