import Foundation
package import RecordCoding

extension RecordedValue {
  /// Returns the value with tokens in place of the secrets that a table knows.
  package func scrubbed(by secrets: SecretTable) -> RecordedValue {
    switch self {
    case .string(let text): .string(secrets.scrubbed(text))
    case .url(let text): .url(secrets.scrubbed(text))
    case .json(let text): .json(secrets.scrubbed(json: text))
    case .data(let bytes): .data(Array(secrets.scrubbed(Data(bytes))))
    case .uuid(let id): .uuid(secrets.scrubbed(id))
    default: mapParts { $0.scrubbed(by: secrets) }
    }
  }
}

extension SecretTable {
  /// Returns a line of text with tokens in place of secrets. A secret that is too short to be found
  /// in a longer text is replaced where it is all of a text between quotes.
  package func scrubbed(line: String) -> String {
    guard learned > 0 else { return line }
    var result = ""
    var literal: String?
    var isEscaped = false
    for character in line {
      guard let text = literal else {
        result.append(character)
        if character == "\"" { literal = "" }
        continue
      }
      if character == "\"", !isEscaped {
        let plain = text.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
        result += scrubbed(plain) == plain ? text : scrubbed(plain)
        result.append(character)
        literal = nil
      } else {
        literal = text + String(character)
        isEscaped = character == "\\" && !isEscaped
      }
    }
    // Secrets without quotes, or across them.
    return scrubbed(result + (literal ?? ""))
  }
}
