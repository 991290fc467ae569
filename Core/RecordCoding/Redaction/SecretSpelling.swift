import Foundation

/// A spelling of a secret within a longer text, and its token in the same spelling.
struct SecretSpelling: Hashable, Sendable {
  /// Texts with fewer characters (Unicode scalars) are secrets as a whole only, as they are found in
  /// any longer text by chance.
  static let shortest = 4
  /// Longer texts, in bytes, are found as they are only.
  private static let longest = 1024

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
    // A long one is hardly written within a URL or quotes, and would take its memory several times.
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

/// The text literals of JSON.
enum JSONLiteral {
  /// Returns the literal of a text without its quotes.
  static func content(of text: String) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let literal = try? encoder.encode(text) else { return nil }
    return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
  }

  /// JSON with other texts in it, keys included.
  static func replacingTexts(in json: Data, _ replace: (String) -> String) -> Data {
    var result = Data()
    var position = json.startIndex
    while let start = json[position...].firstIndex(of: UInt8(ascii: "\"")) {
      var end = json.index(after: start)
      while end < json.endIndex, json[end] != UInt8(ascii: "\"") {
        end += json[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      // The encoder's own JSON closes each literal; what does not is not touched.
      guard end < json.endIndex else { break }
      let literal = json[start...end]
      result += json[position..<start]
      if let text = try? JSONDecoder().decode(String.self, from: literal),
        let content = content(of: replace(text))
      {
        result += Data("\"\(content)\"".utf8)
      } else {
        result += literal
      }
      position = json.index(after: end)
    }
    return result + json[position...]
  }
}
