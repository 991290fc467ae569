/// The texts that replace secrets: a bullet per character, ending with the secret's number.
///
/// The number is written in circled digits and letters, which rarely appear in other texts. A token
/// can therefore be found within a longer text.
package enum SecretToken {
  private static let bullet: Unicode.Scalar = "\u{2022}"
  private static let circled = "⓪①②③④⑤⑥⑦⑧⑨ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞⓟⓠⓡⓢⓣⓤⓥⓦⓧⓨⓩⒶⒷⒸⒹⒺⒻⒼⒽⒾⒿⓀⓁⓂⓃⓄⓅⓆⓇⓈⓉⓊⓋⓌⓍⓎⓏ"
  private static let braille: ClosedRange<UInt32> = 0x2801...0x28FF
  /// The digits of a number. There are enough of them for one-character tokens.
  private static let digits =
    Array(circled.unicodeScalars) + braille.compactMap(Unicode.Scalar.init)

  /// Returns the number of distinct tokens of a length.
  package static func capacity(length: Int) -> Int {
    // Larger capacities are never exhausted.
    length >= 4 ? 1 << 32 : (0..<length).reduce(1) { power, _ in power * digits.count } - 1
  }

  /// Returns a token of the given length, or a longer one if the number needs more digits.
  package static func text(number: Int, length: Int) -> String {
    var rest = max(0, number)
    var scalars: [Unicode.Scalar] = []
    repeat {
      scalars.append(digits[rest % digits.count])
      rest /= digits.count
    } while rest > 0
    scalars += repeatElement(bullet, count: max(0, length - scalars.count))
    return String(String.UnicodeScalarView(scalars.reversed()))
  }

  /// Returns a text that reveals only a length.
  static func mask(length: Int) -> String {
    String(repeating: Character(bullet), count: length)
  }

  package static func has(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case bullet.value, 0x2460...0x2468, 0x24B6...0x24EA, braille: true
    default: false
    }
  }
}
