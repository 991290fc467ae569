import Foundation
import Platform
import RecordCoding
import SessionLog

package enum JSONText {
  /// Returns a value as one line of JSON with sorted keys and without invisible characters.
  package static func line(_ value: some Encodable) -> String {
    // Results consist of strings, finite numbers and lists of them, which always encode.
    guard let json = try? JSONEncoder.canonical.encode(value) else {
      preconditionFailure("no JSON for \(type(of: value))")
    }
    let text = String(decoding: json, as: UTF8.self)
    guard !text.unicodeScalars.allSatisfy(\.isVisible) else { return text }
    // Invisible characters occur within strings only.
    return text.unicodeScalars.map { $0.isVisible ? String($0) : $0.jsonEscape }.joined()
  }
}

/// Writes one line of JSON in the same form as `JSONText`, with keys in the order of the calls.
package struct JSONLineWriter {
  package private(set) var bytes: [UInt8] = []
  /// Whether a comma must precede the next value or key.
  private var needsComma = false

  package init() {}

  package var line: String { String(decoding: bytes, as: UTF8.self) }

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

  package mutating func object(_ content: (inout Self) -> Void) { enclose("{", "}", content) }

  package mutating func list(_ content: (inout Self) -> Void) { enclose("[", "]", content) }

  /// Writes a key, whose value must follow.
  package mutating func key(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a number. Writes a string if the number does not fit into a `Double`, which many
  /// parsers use.
  package mutating func number(_ value: some BinaryInteger) { self.value(JSONValue(exact: value)) }

  /// Writes a string, and escapes the characters that a terminal doesn't show.
  package mutating func text(_ text: String) {
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
    let text =
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case "\u{8}": "\\b"
      case "\u{C}": "\\f"
      default: scalar.isVisible ? String(scalar) : scalar.jsonEscape
      }
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a value, with its keys in the same order and its numbers unchanged.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: literal("null")
    case .bool(let value): literal("\(value)")
    case .number(let text): literal(text)
    case .string(let text): self.text(text)
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

extension Unicode.Scalar {
  fileprivate var jsonEscape: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
