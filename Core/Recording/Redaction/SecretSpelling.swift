import Foundation
import RecordCoding

/// A spelling of a secret within a longer text, and its token in the same spelling.
struct SecretSpelling: Hashable, Sendable {
  /// The minimum length in Unicode scalars, because longer texts contain shorter ones by chance.
  static let shortest = 4
  /// The maximum length of a text, in bytes, whose escaped spellings are replaced as well.
  private static let longest = 1024

  let bytes: [UInt8]
  let token: [UInt8]

  private init(_ text: String, _ token: String) {
    bytes = Array(text.utf8)
    self.token = Array(token.utf8)
  }

  /// Returns the spellings of a text: plain, percent-encoded, and escaped as in JSON and Swift.
  static func all(of text: String, token: String) -> [SecretSpelling] {
    guard text.unicodeScalars.prefix(shortest).count == shortest else { return [] }
    var spellings = [SecretSpelling(text, token)]
    func add(_ write: (String) -> String?) {
      guard let written = write(text), let token = write(token) else { return }
      if spellings.allSatisfy({ !$0.bytes.elementsEqual(written.utf8) }) {
        spellings.append(SecretSpelling(written, token))
      }
    }
    // A long text rarely appears in a URL or in quotes, and each spelling takes as much memory.
    guard text.utf8.count <= longest else { return spellings }
    for allowed in [.unreserved, .urlQueryAllowed, .urlPathAllowed, CharacterSet.urlHostAllowed] {
      add { $0.addingPercentEncoding(withAllowedCharacters: allowed) }
    }
    add { text in
      text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)?
        .replacing("%20", with: "+")
    }
    add { JSONLiteral.content(of: $0) }
    add { String($0.debugDescription.dropFirst().dropLast()) }
    return spellings
  }
}

extension CharacterSet {
  /// The unreserved characters of RFC 3986.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
