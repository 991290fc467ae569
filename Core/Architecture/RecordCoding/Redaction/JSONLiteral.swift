package import Foundation

/// A namespace for string literals in JSON.
package enum JSONLiteral {
  /// Returns the JSON literal of a text, without its quotes.
  package static func content(of text: String) -> String? {
    guard let literal = try? JSONEncoder.canonical.encode(text) else { return nil }
    return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Returns JSON with its texts, including keys, replaced.
  package static func replacingTexts(in json: Data, _ replace: (String) -> String) -> Data {
    var result = Data()
    var position = json.startIndex
    while let start = json[position...].firstIndex(of: UInt8(ascii: "\"")) {
      var end = json.index(after: start)
      while end < json.endIndex, json[end] != UInt8(ascii: "\"") {
        end += json[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      // The encoder's own JSON closes each literal. An unclosed literal is left unchanged.
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
