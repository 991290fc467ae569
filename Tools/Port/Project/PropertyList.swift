/// A value of a property list in the format of Xcode projects: text, lists and dictionaries.
enum PropertyList: Equatable {
  case text(String)
  case list([PropertyList])
  case dictionary([String: PropertyList])

  /// Parses a property list; `nil` if it is malformed.
  init?(_ text: String) {
    var parser = Parser(bytes: Array(text.utf8))
    guard let value = parser.value() else { return nil }
    self = value
  }

  subscript(key: String) -> PropertyList? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var list: [PropertyList] { if case .list(let list) = self { list } else { [] } }

  var texts: [String] { list.compactMap(\.text) }

  private struct Parser {
    let bytes: [UInt8]
    var index = 0

    mutating func value() -> PropertyList? {
      skipSpace()
      switch peek {
      case UInt8(ascii: "{"): return dictionary()
      case UInt8(ascii: "("): return list()
      default: return string().map { .text($0) }
      }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Character) -> Bool {
      skipSpace()
      guard peek == character.asciiValue else { return false }
      index += 1
      return true
    }

    private mutating func dictionary() -> PropertyList? {
      index += 1
      var entries: [String: PropertyList] = [:]
      while !take("}") {
        guard let key = string(), take("="), let value = value(), take(";") else { return nil }
        entries[key] = value
      }
      return .dictionary(entries)
    }

    private mutating func list() -> PropertyList? {
      index += 1
      var values: [PropertyList] = []
      while !take(")") {
        guard let value = value() else { return nil }
        values.append(value)
        if !take(",") { return take(")") ? .list(values) : nil }
      }
      return .list(values)
    }

    private mutating func string() -> String? {
      skipSpace()
      var result: [UInt8] = []
      if peek == UInt8(ascii: "\"") {
        index += 1
        while let byte = peek, byte != UInt8(ascii: "\"") {
          if byte == UInt8(ascii: "\\") { index += 1 }
          if let byte = peek { result.append(byte) }
          index += 1
        }
        index += 1
        return String(decoding: result, as: UTF8.self)
      }
      while let byte = peek, !Self.ends.contains(byte) {
        result.append(byte)
        index += 1
      }
      return result.isEmpty ? nil : String(decoding: result, as: UTF8.self)
    }

    private static let ends = Set(" \t\r\n;,=(){}\"".utf8)

    private mutating func skipSpace() {
      while let byte = peek {
        if " \t\r\n".utf8.contains(byte) {
          index += 1
        } else if bytes[index...].starts(with: "/*".utf8) {
          skip(past: "*/")
        } else if bytes[index...].starts(with: "//".utf8) {
          skip(past: "\n")
        } else {
          return
        }
      }
    }

    private mutating func skip(past end: String) {
      while index < bytes.count, !bytes[index...].starts(with: end.utf8) { index += 1 }
      index += end.utf8.count
    }
  }
}
