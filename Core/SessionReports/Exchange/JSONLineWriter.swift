import SessionReplay

/// Writes one line of JSON, key by key, in the order in which it is told.
struct JSONLineWriter {
  /// The line so far.
  private(set) var bytes: [UInt8] = []
  /// Whether a comma must come before the next value or key.
  private var needsComma = false

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func enclose(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout Self) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  /// Writes an object.
  mutating func object(_ content: (inout Self) -> Void) { enclose("{", "}", content) }

  /// Writes a list.
  mutating func list(_ content: (inout Self) -> Void) { enclose("[", "]", content) }

  /// Writes a key, whose value must follow.
  mutating func key(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes what is JSON already, such as a number.
  mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a number, and one that a `Double` cannot hold as text: many programs read no others.
  mutating func number(_ value: some BinaryInteger) {
    if value.magnitude <= 1 << 53 { literal("\(value)") } else { text("\(value)") }
  }

  /// Writes a text, with escapes for what a terminal does not show.
  mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
      if isPlain { bytes.append(contentsOf: utf8) }
      return isPlain
    }
    if !isPlain { for scalar in text.unicodeScalars { append(scalar) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case _ where scalar.isVisible: bytes.append(contentsOf: String(scalar).utf8)
    default:
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        bytes.append(
          contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      }
    }
  }
}

extension JSONLineWriter {
  /// Writes what was read, with its keys in the same order and its numbers as they were.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: literal("null")
    case .bool(let value): literal("\(value)")
    case .number(let text): literal(text)
    case .text(let text): self.text(text)
    case .list(let values): list { for value in values { $0.value(value) } }
    case .object(let fields):
      object {
        for (key, value) in fields {
          $0.key(key)
          $0.value(value)
        }
      }
    }
  }
}
