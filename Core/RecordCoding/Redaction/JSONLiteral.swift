import Foundation

/// The text literals of JSON, each of which may be replaced by another.
enum JSONLiteral {
  /// What stands between the quotes of the literal of a text.
  static func content(of text: String) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let literal = try? encoder.encode(text) else { return nil }
    return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
  }

  /// JSON with other texts in it, keys included.
  static func replacingTexts(in json: Data, _ replace: (String) -> String) -> Data {
    var result = Data()
    var place = json.startIndex
    while let start = json[place...].firstIndex(of: UInt8(ascii: "\"")) {
      var end = json.index(after: start)
      while end < json.endIndex, json[end] != UInt8(ascii: "\"") {
        end += json[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      // The encoder's own JSON closes each literal; what does not is not touched.
      guard end < json.endIndex else { break }
      let literal = json[start...end]
      result += json[place..<start]
      if let text = try? JSONDecoder().decode(String.self, from: literal),
        let content = content(of: replace(text))
      {
        result += Data("\"\(content)\"".utf8)
      } else {
        result += literal
      }
      place = json.index(after: end)
    }
    return result + json[place...]
  }
}
