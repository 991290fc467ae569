/// The secret in the address of a page: who does not have it is told nothing.
package struct AccessToken: Equatable, Sendable {
  /// The secret as it stands in the address: digits and letters.
  package let text: String

  /// Takes a secret.
  package init(_ text: String) {
    self.text = text
  }

  /// Draws 256 bits from the system's source of random numbers for keys.
  package static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<4).map { _ in
      let word = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - word.count) + word
    }
    return AccessToken(digits.joined())
  }

  /// Returns whether a text is the secret, in a time that tells nothing of where they differ.
  package func matches(_ other: String) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    var difference = UInt8(own.count == other.count ? 0 : 1)
    for index in own.indices { difference |= own[index] ^ (index < other.count ? other[index] : 0) }
    return difference == 0
  }
}
