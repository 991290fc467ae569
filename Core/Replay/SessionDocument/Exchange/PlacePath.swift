import RecordCoding
import RecordedValues

extension [ChangedPart] {
  /// Returns a path such as `products[2].name`, with dictionary keys as JSON in brackets.
  func text(in schema: Schema) -> String {
    reduce(into: "") { text, part in
      switch part {
      case .wrapped: break
      case .field(let index, let fields, let caseName):
        if let caseName { text = text.appending(name: caseName) }
        guard caseName == nil || !fields.isAlone else { break }
        text = text.appending(name: fields[index].name ?? "\(index)")
      case .element(let index, _, _):
        text += "[\(index)]"
      case .entry(let key, let type):
        var writer = JSONLineWriter()
        writer.value(key, as: type, in: schema)
        text += "[\(writer.line)]"
      }
    }
  }
}

enum PathPart {
  case name(String)
  case bracket(JSONValue)

  static func parts(of path: String) -> [PathPart]? {
    let bytes = Array(path.utf8)
    var parts: [PathPart] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "[") {
        var parser = JSONParser(bytes, from: position + 1)
        guard let value = try? parser.value() else { return nil }
        parser.skipSpaces()
        position = parser.position
        guard position < bytes.count, bytes[position] == UInt8(ascii: "]") else { return nil }
        position += 1
        parts.append(.bracket(value))
        continue
      }
      if !parts.isEmpty {
        guard bytes[position] == UInt8(ascii: ".") else { return nil }
        position += 1
      }
      guard let name = name(in: bytes, &position) else { return nil }
      parts.append(.name(name))
    }
    return parts
  }

  private static func name(in bytes: [UInt8], _ position: inout Int) -> String? {
    let quote = UInt8(ascii: "`")
    let isQuoted = position < bytes.count && bytes[position] == quote
    if isQuoted { position += 1 }
    let rest = bytes[position...]
    let end =
      isQuoted
      ? rest.firstIndex(of: quote)
      : rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? bytes.count
    guard let end, end > position else { return nil }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    position = isQuoted ? end + 1 : end
    return name
  }
}
