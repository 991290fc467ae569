/// A JSON value whose objects keep the order of their keys. Numbers are strings, because a `Double`
/// cannot hold all of them.
enum JSONValue {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  init(parsing bytes: [UInt8]) throws(JSONFault) {
    var parser = JSONParser(bytes)
    self = try parser.value()
    parser.skipSpaces()
    guard parser.isAtEnd else { throw parser.fault("there is more text after the value") }
  }

  /// The value in the form that messages quote, truncated if it is long.
  var shown: String {
    var writer = JSONLineWriter()
    writer.value(self)
    let text = writer.line
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

struct JSONFault: Error {
  let offset: Int
  let description: String
}

struct JSONParser {
  /// The maximum depth of nested values. Values in a log have a similar limit.
  private static let maximumDepth = 1024

  private let bytes: [UInt8]
  private(set) var position: Int
  private var depth = 0

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func fault(_ description: String) -> JSONFault {
    JSONFault(offset: position, description: description)
  }

  mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  mutating func value() throws(JSONFault) -> JSONValue {
    skipSpaces()
    switch next {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw fault("a value is missing")
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return .number(try number())
    default: throw fault("a value cannot begin like this")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw fault("expected '\(word)'") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONFault) -> String {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let first = next
    guard try digits() == 1 || first != UInt8(ascii: "0") else {
      throw fault("a number cannot begin with 0")
    }
    if next == UInt8(ascii: ".") {
      position += 1
      _ = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { position += 1 }
      _ = try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONFault) -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw fault("a digit is missing") }
    return position - start
  }

  private mutating func parts(
    until end: Unicode.Scalar, _ part: (inout Self) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw fault("values are nested more than \(Self.maximumDepth) levels deep")
    }
    position += 1
    skipSpaces()
    if next != UInt8(ascii: end) {
      while true {
        try part(&self)
        skipSpaces()
        guard next == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    guard next == UInt8(ascii: end) else { throw fault("'\(end)' or ',' is missing") }
    position += 1
    depth -= 1
  }

  private mutating func list() throws(JSONFault) -> [JSONValue] {
    var values: [JSONValue] = []
    try parts(until: "]") { (parser) throws(JSONFault) in values.append(try parser.value()) }
    return values
  }

  private mutating func object() throws(JSONFault) -> [(key: String, value: JSONValue)] {
    var fields: [(key: String, value: JSONValue)] = []
    try parts(until: "}") { (parser) throws(JSONFault) in
      parser.skipSpaces()
      guard parser.next == UInt8(ascii: "\"") else { throw parser.fault("a key is missing") }
      let key = try parser.string()
      parser.skipSpaces()
      guard parser.next == UInt8(ascii: ":") else { throw parser.fault("':' is missing") }
      parser.position += 1
      fields.append((key, try parser.value()))
    }
    return fields
  }
}

extension JSONParser {
  private mutating func string() throws(JSONFault) -> String {
    position += 1
    var content: [UInt8] = []
    while true {
      let start = position
      while let byte = next, byte != 0x22, byte != 0x5C, byte >= 0x20 { position += 1 }
      content.append(contentsOf: bytes[start..<position])
      switch next {
      case 0x22:
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw fault("the preceding string is not UTF-8")
        }
        return text
      case 0x5C: try escape(into: &content)
      case nil: throw fault("'\"' is missing")
      default: throw fault("a string contains a control character without an escape")
      }
    }
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONFault) {
    position += 1
    let byte = next
    position += 1
    switch byte {
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte ?? 0)
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: [0x5C, 0x75]) {
        position += 2
        units.append(try unit())
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw fault("the preceding escape is half a character")
      }
      content.append(contentsOf: text.utf8)
    default:
      position = min(position, bytes.count)
      throw fault("the escape is unknown")
    }
  }

  private mutating func unit() throws(JSONFault) -> UInt16 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("four hexadecimal digits are missing") }
    position += 4
    return unit
  }
}
