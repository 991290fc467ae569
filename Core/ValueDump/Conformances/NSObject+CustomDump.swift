public import Foundation

// The objects behind Foundation's values: their own mirrors show addresses and private fields.

extension NSData: CustomDumpRepresentable {
  /// The data.
  public var customDumpValue: Any { Data(referencing: self) }
}

extension NSDate: CustomDumpRepresentable {
  /// The date.
  public var customDumpValue: Any {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)
  }
}

extension NSNumber: CustomDumpStringConvertible {
  /// The number.
  public var customDumpDescription: String { stringValue }
}

extension NSString: CustomDumpRepresentable {
  /// The text.
  public var customDumpValue: Any { substring(from: 0) }
}

extension NSURL: CustomDumpStringConvertible {
  /// The URL in full.
  public var customDumpDescription: String { "URL(\(description))" }
}

extension NSUUID: CustomDumpStringConvertible {
  /// The UUID in capitals.
  public var customDumpDescription: String { "UUID(\(uuidString))" }
}
