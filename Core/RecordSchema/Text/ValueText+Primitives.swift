import Foundation
import RecordCoding

extension ValueText {
  /// A value that holds no others; any other value, which then is not of its type, by its case.
  func primitiveText(of value: RecordedValue, enough: Int = .max) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .signed(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let bits): Self.text(of: Float(bitPattern: bits))
    case .double(let bits): Self.text(of: Double(bitPattern: bits))
    case .date(let bits): Self.dateText(of: Double(bitPattern: bits))
    case .string(let text), .url(let text), .json(let text):
      text.utf8.count <= enough ? text.quoted : String(text.unicodeScalars.prefix(enough)).quoted
    case .data(let bytes): Data(bytes.prefix(enough)).base64EncodedString().quoted
    case .uuid(let value): value.uuidString.quoted
    case .none, .some, .sequence, .dictionary, .product, .enumeration: "(unreadable)"
    }
  }

  private static func text(of value: Double) -> String {
    guard !value.isNaN || value.bitPattern == Double.nan.bitPattern else {
      return "Double(bits: 0x\(String(value.bitPattern, radix: 16)))"
    }
    return "\(value)"
  }

  private static func text(of value: Float) -> String {
    guard !value.isNaN || value.bitPattern == Float.nan.bitPattern else {
      return "Float(bits: 0x\(String(value.bitPattern, radix: 16)))"
    }
    return "\(value)"
  }

  /// A date to the millisecond if that is the whole of it, or else its exact seconds.
  private static func dateText(of seconds: Double) -> String {
    guard !seconds.isNaN else { return "Date(bits: 0x\(String(seconds.bitPattern, radix: 16)))" }
    // The years 1 to 9999: outside of them the format has another number of digits.
    if (-63_114_076_800..<252_455_616_000).contains(seconds) {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      if seconds.bitPattern == Self.date(text)?.bitPattern { return "\"\(text)\"" }
    }
    return "Date(seconds: \(seconds))"
  }

  /// The seconds since 2001 of a date such as `2026-01-31T12:00:00.000Z`, in UTC.
  package static func date(_ text: String) -> Double? {
    let hasFraction = text.utf8.contains(UInt8(ascii: "."))
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
    guard text.hasSuffix("Z"), let date = try? style.parse(text) else { return nil }
    // The style reads the 31st of February, and passes over what follows the date.
    let again = date.formatted(Date.ISO8601FormatStyle())
    guard again.dropLast() == text.prefix(19), again.utf8.count == 20,
      text.dropFirst(19).dropLast().allSatisfy({ $0 == "." || $0.isASCII && $0.isNumber })
    else { return nil }
    return date.timeIntervalSinceReferenceDate
  }
}
