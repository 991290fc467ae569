import Foundation

extension RecordedValue {
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

extension StateChange {
  /// Returns the change with tokens in place of the secrets in a table.
  package func scrubbed(by secrets: SecretTable) -> StateChange {
    StateChange(
      path: path, old: old?.scrubbed(by: secrets), new: new?.scrubbed(by: secrets), type: type,
      sharing: sharing
    ).mapPaths { secrets.scrubbed(line: $0) }
  }
}

extension SecretTable {
  /// Replaces secrets in a line, including short ones that are a whole quoted text.
  package func scrubbed(line: String) -> String {
    guard learned > 0 else { return line }
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var result = ""
    var rest = line.utf8[...]
    while let open = rest.firstIndex(of: quote) {
      let start = rest.index(after: open)
      var (end, isEscaped) = (start, false)
      while end < rest.endIndex, isEscaped || rest[end] != quote {
        isEscaped = rest[end] == backslash && !isEscaped
        rest.formIndex(after: &end)
      }
      guard end < rest.endIndex else { break }
      result += Substring(rest[..<start])
      result += scrubbed(String(Substring(rest[start..<end])))
      result += "\""
      rest = rest[rest.index(after: end)...]
    }
    // Replace secrets that are not in quotes, or extend beyond them.
    return scrubbed(result + Substring(rest))
  }
}
