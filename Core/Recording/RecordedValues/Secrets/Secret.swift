import Foundation
import RecordCoding

/// A value that is a secret as a whole.
enum Secret: Hashable, Sendable {
  /// A text, by its bytes, because equal strings may be in different normal forms.
  case text([UInt8])
  /// A URL, by its absolute string.
  case url(String)
  case uuid(UUID)
  case data(Data)
  /// A value of a different type, as its encoded bytes. `digits` is the text of an integer.
  case value(ObjectIdentifier, [UInt8], digits: String?)

  init(text: String) { self = .text(Array(text.utf8)) }

  /// The text of the secret; `nil` if it is data or of a different type.
  var text: String? {
    switch self {
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .url(let text): text
    case .uuid(let id): id.uuidString
    case .data, .value: nil
    }
  }

  /// Returns the spellings of the secret in other texts, each with the token of a number.
  func spellings(_ number: Int) -> [SecretSpelling] {
    switch self {
    case .text(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return SecretSpelling.all(of: text, token: text.redacted(asSecret: number))
    case .url(let text):
      let token = URL.redactedMask.redacted(asSecret: number).absoluteString
      return SecretSpelling.ascii(text, token: token)
    case .uuid(let id):
      let token = id.redacted(asSecret: number).uuidString
      return SecretSpelling.ascii(id.uuidString, token: token)
        + SecretSpelling.ascii(id.uuidString.lowercased(), token: token.lowercased())
    case .data(let data):
      return SecretSpelling.base64(of: data, token: data.redacted(asSecret: number))
    case .value(_, _, let digits):
      let token = SecretToken.text(number: number, length: 1)
      return digits.map { SecretSpelling.ascii($0, token: token) } ?? []
    }
  }
}
