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
