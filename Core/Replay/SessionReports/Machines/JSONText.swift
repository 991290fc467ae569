import Foundation
import RecordCoding
import SessionReplay

/// Encodes results for machines.
package enum JSONText {
  /// The value as one line of JSON with sorted keys that a terminal can show safely.
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

/// Writes one line of JSON, key by key, in the order of the calls.
///
/// Strings have the same form as those that `JSONText` encodes.
struct JSONLineWriter {
  /// The line so far.
  private(set) var bytes: [UInt8] = []
  /// Whether a comma must precede the next value or key.
  private var needsComma = false

  /// The line so far, as a string.
  var line: String { String(decoding: bytes, as: UTF8.self) }

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

  /// Writes existing JSON, such as a number.
  mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a number, as a string if a `Double` cannot hold it: many programs read no others.
  mutating func number(_ value: some BinaryInteger) { self.value(JSONValue(exact: value)) }

  /// Writes a string, with escapes for everything that a terminal does not show.
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

extension Unicode.Scalar {
  /// The scalar as an escape in a string of JSON.
  fileprivate var jsonEscape: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
