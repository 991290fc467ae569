public import Foundation

@_documentation(visibility: internal)
extension Calendar: CustomDumpStringConvertible {
  /// The identifier of the calendar.
  public var customDumpDescription: String { "Calendar(\(identifier))" }
}

@_documentation(visibility: internal)
extension Data: CustomDumpStringConvertible {
  /// The number of bytes.
  public var customDumpDescription: String { "Data(\(count) byte\(count == 1 ? "" : "s"))" }
}

@_documentation(visibility: internal)
extension Date: CustomDumpStringConvertible {
  /// The date in UTC with milliseconds, in ISO 8601 format.
  public var customDumpDescription: String {
    "Date(\(formatted(ISO8601FormatStyle(includingFractionalSeconds: true))))"
  }
}

@_documentation(visibility: internal)
extension Decimal: CustomDumpStringConvertible {
  /// The number.
  public var customDumpDescription: String { description }
}

@_documentation(visibility: internal)
extension IndexPath: CustomDumpStringConvertible {
  /// The indices.
  public var customDumpDescription: String {
    "IndexPath(\(map(String.init).joined(separator: ", ")))"
  }
}

@_documentation(visibility: internal)
extension IndexSet: CustomDumpStringConvertible {
  /// The ranges of indices.
  public var customDumpDescription: String {
    let ranges = rangeView.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0)" }
    return "IndexSet(\(ranges.joined(separator: ", ")))"
  }
}

@_documentation(visibility: internal)
extension Locale: CustomDumpStringConvertible {
  /// The identifier of the locale.
  public var customDumpDescription: String { "Locale(\(identifier))" }
}

@_documentation(visibility: internal)
extension Notification.Name: CustomDumpStringConvertible {
  /// The name of the notification.
  public var customDumpDescription: String { "Notification.Name(\(rawValue))" }
}

@_documentation(visibility: internal)
extension NSError: CustomDumpReflectable {
  /// A mirror of the domain, the code and the user info.
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["domain": domain, "code": code, "userInfo": userInfo], displayStyle: .struct)
  }
}

@_documentation(visibility: internal)
extension TimeZone: CustomDumpStringConvertible {
  /// The identifier of the time zone.
  public var customDumpDescription: String { "TimeZone(\(identifier))" }
}

@_documentation(visibility: internal)
extension Unit: CustomDumpStringConvertible {
  /// The symbol of the unit.
  public var customDumpDescription: String { "\(type(of: self))(\(symbol))" }
}

@_documentation(visibility: internal)
extension URL: CustomDumpStringConvertible {
  /// The complete URL.
  public var customDumpDescription: String { "URL(\(absoluteString))" }
}

@_documentation(visibility: internal)
extension UUID: CustomDumpStringConvertible {
  /// The uppercase UUID string.
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}

@_documentation(visibility: internal)
extension Locale.Currency: CustomDumpStringConvertible {
  /// The code of the currency.
  public var customDumpDescription: String { "Locale.Currency(\(identifier))" }
}

@_documentation(visibility: internal)
extension Locale.LanguageCode: CustomDumpStringConvertible {
  /// The code of the language.
  public var customDumpDescription: String { "Locale.LanguageCode(\(identifier))" }
}

@_documentation(visibility: internal)
extension Locale.Region: CustomDumpStringConvertible {
  /// The code of the region.
  public var customDumpDescription: String { "Locale.Region(\(identifier))" }
}

@_documentation(visibility: internal)
extension Locale.Script: CustomDumpStringConvertible {
  /// The code of the script.
  public var customDumpDescription: String { "Locale.Script(\(identifier))" }
}

@_documentation(visibility: internal)
extension CharacterSet: CustomDumpStringConvertible {
  /// The ranges of code points.
  public var customDumpDescription: String {
    let texts = codePoints.rangeView.map { range in
      let (first, last) = (Self.name(of: range.lowerBound), Self.name(of: range.upperBound - 1))
      return range.count == 1 ? first : "\(first)...\(last)"
    }
    return "CharacterSet(\(texts.joined(separator: ", ")))"
  }

  /// The members. The bitmap has 8192 bytes for plane 0, then, for each other plane with members,
  /// its number and 8192 bytes.
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
