import Foundation

/// A way in which a secret is written within a longer text, and its token written the same way.
struct SecretSpelling: Hashable, Sendable {
  /// Texts with fewer characters (Unicode scalars) are secrets as a whole only, as they are found in
  /// any longer text by chance.
  static let shortest = 4

  let bytes: [UInt8]
  let token: [UInt8]

  private init(_ text: String, _ token: String) {
    bytes = Array(text.utf8)
    self.token = Array(token.utf8)
  }

  /// The spellings of a text: as it is, percent-encoded, and within quotes as JSON and Swift do.
  static func all(of text: String, token: String) -> [SecretSpelling] {
    guard text.unicodeScalars.prefix(shortest).count == shortest else { return [] }
    var spellings = [SecretSpelling(text, token)]
    func add(_ write: (String) -> String?) {
      guard let written = write(text), let token = write(token) else { return }
      if spellings.allSatisfy({ !$0.bytes.elementsEqual(written.utf8) }) {
        spellings.append(SecretSpelling(written, token))
      }
    }
    for allowed in [
      CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~")).ascii,
      .urlQueryAllowed, .urlPathAllowed, .urlHostAllowed,
    ] {
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
  /// Those of the characters that are ASCII.
  fileprivate var ascii: CharacterSet {
    intersection(CharacterSet(charactersIn: "\0"..."\u{7F}"))
  }
}
