import Foundation
import SessionReplay

/// Encodes results for machines.
package enum JSONText {
  /// The value as one line of JSON with sorted keys, safe to be shown by a terminal.
  package static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Results are made of text, finite numbers and lists of them, which always encode.
    guard let json = try? encoder.encode(value) else {
      preconditionFailure("no JSON for \(type(of: value))")
    }
    return escaped(String(decoding: json, as: UTF8.self))
  }

  /// A text as JSON.
  static func string(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    return isPlain ? "\"\(text)\"" : line(text)
  }

  /// JSON in which what is not visible stands as an escape; it occurs within strings only.
  static func escaped(_ json: String) -> String {
    guard !json.unicodeScalars.allSatisfy(\.isVisible) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if scalar.isVisible {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }
}
