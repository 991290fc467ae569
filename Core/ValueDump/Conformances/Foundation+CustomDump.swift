public import Foundation

extension Calendar: CustomDumpStringConvertible {
  /// The identifier of the calendar.
  public var customDumpDescription: String { "Calendar(\(identifier))" }
}

extension Data: CustomDumpStringConvertible {
  /// The number of bytes.
  public var customDumpDescription: String { "Data(\(count) byte\(count == 1 ? "" : "s"))" }
}

extension Date: CustomDumpStringConvertible {
  /// The date in UTC to the millisecond, as ISO 8601 has it.
  public var customDumpDescription: String {
    "Date(\(formatted(ISO8601FormatStyle(includingFractionalSeconds: true))))"
  }
}

extension Decimal: CustomDumpStringConvertible {
  /// The number.
  public var customDumpDescription: String { description }
}

extension IndexPath: CustomDumpStringConvertible {
  /// The indices.
  public var customDumpDescription: String {
    "IndexPath(\(map(String.init).joined(separator: ", ")))"
  }
}

extension IndexSet: CustomDumpStringConvertible {
  /// The ranges of indices.
  public var customDumpDescription: String {
    let ranges = rangeView.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0)" }
    return "IndexSet(\(ranges.joined(separator: ", ")))"
  }
}

extension Locale: CustomDumpStringConvertible {
  /// The identifier of the locale.
  public var customDumpDescription: String { "Locale(\(identifier))" }
}

extension Notification.Name: CustomDumpStringConvertible {
  /// The name of the notification.
  public var customDumpDescription: String { "Notification.Name(\(rawValue))" }
}

extension NSError: CustomDumpStringConvertible {
  /// The domain and the code.
  public var customDumpDescription: String { "NSError(domain: \"\(domain)\", code: \(code))" }
}

extension TimeZone: CustomDumpStringConvertible {
  /// The identifier of the time zone.
  public var customDumpDescription: String { "TimeZone(\(identifier))" }
}

extension Unit: CustomDumpStringConvertible {
  /// The symbol of the unit.
  public var customDumpDescription: String { "\(type(of: self))(\(symbol))" }
}

extension URL: CustomDumpStringConvertible {
  /// The URL in full.
  public var customDumpDescription: String { "URL(\(absoluteString))" }
}

extension UUID: CustomDumpStringConvertible {
  /// The UUID in capitals.
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}

extension Locale.Currency: CustomDumpStringConvertible {
  /// The code of the currency.
  public var customDumpDescription: String { "Locale.Currency(\(identifier))" }
}

extension Locale.LanguageCode: CustomDumpStringConvertible {
  /// The code of the language.
  public var customDumpDescription: String { "Locale.LanguageCode(\(identifier))" }
}

extension Locale.Region: CustomDumpStringConvertible {
  /// The code of the region.
  public var customDumpDescription: String { "Locale.Region(\(identifier))" }
}

extension Locale.Script: CustomDumpStringConvertible {
  /// The code of the script.
  public var customDumpDescription: String { "Locale.Script(\(identifier))" }
}

extension CharacterSet: CustomDumpStringConvertible {
  /// The ranges of code points.
  public var customDumpDescription: String {
    let texts = codePoints.rangeView.map { range in
      let (first, last) = (Self.name(of: range.lowerBound), Self.name(of: range.upperBound - 1))
      return range.count == 1 ? first : "\(first)...\(last)"
    }
    return "CharacterSet(\(texts.joined(separator: ", ")))"
  }

  /// The members, read from the bitmap: 8192 bytes for the first plane, and then for each other
  /// that has members its number and 8192 bytes.
  private var codePoints: IndexSet {
    var result = IndexSet()
    var bytes = Array(bitmapRepresentation)[...]
    var plane = 0
    while !bytes.isEmpty {
      for (offset, byte) in bytes.prefix(8192).enumerated() where byte != 0 {
        for bit in 0..<8 where byte & (1 << bit) != 0 {
          result.insert(plane << 16 + offset * 8 + bit)
        }
      }
      bytes = bytes.dropFirst(8192)
      plane = Int(bytes.popFirst() ?? 0)
    }
    return result
  }

  private static func name(of codePoint: Int) -> String {
    let digits = String(codePoint, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
