import Foundation
import RecordCoding
import RecordedValues

extension SwiftSource {
  mutating func primitive(_ value: RecordedValue) -> String? {
    switch value {
    case .bool(let value): return "\(value)"
    case .signed(let value): return "\(value)"
    case .unsigned(let value): return "\(value)"
    case .float(let bits): return Self.text(ofFloat: Float(bitPattern: bits))
    case .double(let bits): return Self.text(ofDouble: Double(bitPattern: bits), as: "Double")
    case .date(let bits):
      return constants.name(
        of: Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    case .string(let text): return text.quoted
    case .url(let text):
      return URL(string: text)?.absoluteString == text ? "URL(string: \(text.quoted))!" : nil
    case .data(let bytes):
      let data = Data(bytes)
      if let text = String(validating: bytes, as: UTF8.self), text.isReadable {
        return "Data(\(text.quoted).utf8)"
      }
      return bytes.count <= 16
        ? "Data(\(bytes))" : "Data(base64Encoded: \(data.base64EncodedString().quoted))!"
    case .uuid(let id): return constants.name(of: id)
    default: return nil
    }
  }

  static func duration(_ value: RecordedValue) -> String? {
    guard case .product(let parts) = value, parts.count == 2, case .signed(let seconds) = parts[0],
      case .signed(let attoseconds) = parts[1]
    else { return nil }
    return duration(seconds: seconds, attoseconds: attoseconds)
  }

  private static func duration(seconds: Int64, attoseconds: Int64) -> String {
    for (unit, perSecond) in [
      ("seconds", 1), ("milliseconds", 1000), ("nanoseconds", 1_000_000_000),
    ]
      as [(String, Int64)]
    {
      let size = 1_000_000_000_000_000_000 / perSecond
      let (whole, overflows) = seconds.multipliedReportingOverflow(by: perSecond)
      guard attoseconds % size == 0, !overflows else { continue }
      let (count, isTooLarge) = whole.addingReportingOverflow(attoseconds / size)
      if !isTooLarge { return "Duration.\(unit)(\(count))" }
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  static func text(ofDouble value: Double, as type: String) -> String {
    if value.isNaN { return "\(type)(bitPattern: 0x\(String(value.bitPattern, radix: 16)))" }
    return value.isInfinite ? "\(value < 0 ? "-" : "")\(type).infinity" : "\(value)"
  }

  private static func text(ofFloat value: Float) -> String {
    if value.isNaN { return "Float(bitPattern: 0x\(String(value.bitPattern, radix: 16)))" }
    return value.isInfinite ? "\(value < 0 ? "-" : "")Float.infinity" : "\(value)"
  }
}

extension String {
  /// Whether the text consists of lines of visible characters.
  fileprivate var isReadable: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
  }
}
