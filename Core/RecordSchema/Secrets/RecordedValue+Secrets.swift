package import RecordCoding

extension RecordedValue {
  /// Returns the value with tokens in place of the secrets that a table knows.
  package func scrubbed(by secrets: SecretTable) -> RecordedValue {
    switch self {
    case .string(let text): .string(secrets.scrubbed(text))
    case .url(let text): .url(secrets.scrubbed(text))
    case .json(let text): .json(secrets.scrubbed(text))
    case .uuid(let id): .uuid(secrets.scrubbed(id))
    default: mapParts { $0.scrubbed(by: secrets) }
    }
  }
}

extension SecretTable {
  /// A line in which somebody wrote values, with tokens in place of secrets, and of texts between
  /// quotes that are short ones.
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
