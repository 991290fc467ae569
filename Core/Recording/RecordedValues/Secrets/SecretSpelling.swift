import Foundation
import RecordCoding

/// A spelling of a secret within other texts, and its token.
struct SecretSpelling: Sendable {
  /// The minimum length in Unicode scalars, because longer texts contain shorter ones by chance.
  private static let shortest = 4

  let bytes: [UInt8]
  let token: [UInt8]
  /// Whether only a whole text is replaced, because the secret is short.
  let isWhole: Bool

  private init(_ text: String, _ token: String, isWhole: Bool = false) {
    bytes = Array(text.utf8)
    self.token = Array(token.utf8)
    self.isWhole = isWhole
  }

  /// Returns the spellings of a text: unchanged, composed and decomposed, each also in Base64.
  static func all(of text: String, token: String) -> [SecretSpelling] {
    let forms = forms(of: text)
    let isShort = forms.contains { isShorterThanShortest($0) }
    return forms.map { SecretSpelling($0, token, isWhole: isShort) }
      + forms.flatMap { base64(of: Data($0.utf8), token: Data(token.utf8)) }
  }

  /// Returns the spellings of the text of a number, an identifier or a URL, unless it is short.
  static func ascii(_ text: String, token: String) -> [SecretSpelling] {
    isShorterThanShortest(text) ? [] : [SecretSpelling(text, token)]
  }

  static func base64(of data: Data, token: Data) -> [SecretSpelling] {
    guard data.count >= shortest else { return [] }
    return [SecretSpelling(data.base64EncodedString(), token.base64EncodedString())]
  }

  private static func forms(of text: String) -> [String] {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return [text] }
    let normal = [
      text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
    ]
    // Equal strings may have different bytes.
    return normal.reduce(into: [text]) { forms, form in
      if !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) { forms.append(form) }
    }
  }

  private static func isShorterThanShortest(_ text: String) -> Bool {
    text.unicodeScalars.prefix(shortest).count < shortest
  }
}
