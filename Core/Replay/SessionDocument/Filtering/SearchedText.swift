/// A text to search steps for. The search ignores case unless the text has uppercase letters.
package struct SearchedText: Equatable, Sendable {
  package let text: String
  private let bytes: [UInt8]
  private let isPlain: Bool
  private let isExact: Bool

  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    bytes = Array(text.utf8)
    isPlain = bytes.allSatisfy { $0 < 0x80 }
    isExact = text.contains(where: \.isUppercase)
  }

  package func matches(_ other: String) -> Bool {
    guard isPlain || isExact else { return other.lowercased().contains(text) }
    var other = other
    return other.withUTF8 { other in
      guard other.count >= bytes.count else { return false }
      let first = bytes[0]
      for start in 0...(other.count - bytes.count) where folded(other[start]) == first {
        var length = 1
        while length < bytes.count, folded(other[start + length]) == bytes[length] { length += 1 }
        if length == bytes.count { return true }
      }
      return false
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    !isExact && (65...90).contains(byte) ? byte | 0x20 : byte
  }
}
