public import Foundation

/// A type whose values may be redacted.
///
///     struct Token: Redactable, Codable, CodableRecordable {
///       var text: String
///
///       static var redactedMask: Token { Token(text: "") }
///       func redacted(asSecret number: Int) -> Token { Token(text: "secret \(number)") }
///     }
public protocol Redactable: Recordable {
  /// A value that replaces all others.
  static var redactedMask: Self { get }

  /// A value of the same shape that reveals only which secret of the log it replaces.
  func redacted(asSecret number: Int) -> Self
}

@_documentation(visibility: internal)
extension String: Redactable {
  /// The empty text.
  public static var redactedMask: String { "" }

  /// As many characters, the number last in circled digits; an empty text stays empty.
  public func redacted(asSecret number: Int) -> String {
    isEmpty ? "" : SecretToken.text(number: number, length: count)
  }
}

@_documentation(visibility: internal)
extension Redactable where Self: FixedWidthInteger {
  /// Zero.
  public static var redactedMask: Self { 0 }

  /// The number.
  public func redacted(asSecret number: Int) -> Self { Self(clamping: number) }
}

extension Int: Redactable {}
extension Int32: Redactable {}
extension Int64: Redactable {}
extension UInt: Redactable {}
extension UInt32: Redactable {}
extension UInt64: Redactable {}

@_documentation(visibility: internal)
extension Double: Redactable {
  /// Zero.
  public static var redactedMask: Double { 0 }

  /// The number.
  public func redacted(asSecret number: Int) -> Double { Double(number) }
}

@_documentation(visibility: internal)
extension Date: Redactable {
  /// The beginning of 2001.
  public static var redactedMask: Date { Date(timeIntervalSinceReferenceDate: 0) }

  /// So many seconds after the beginning of 2001.
  public func redacted(asSecret number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(number))
  }
}

@_documentation(visibility: internal)
extension Data: Redactable {
  /// No bytes.
  public static var redactedMask: Data { Data() }

  /// As many bytes, the number in the first of them if they have room; no bytes stay none.
  public func redacted(asSecret number: Int) -> Data {
    if isEmpty { return self }
    var bytes = Data(count: Swift.max(count, 0))
    var rest = number
    for index in bytes.indices {
      bytes[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    while rest > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return bytes
  }
}

@_documentation(visibility: internal)
extension UUID: Redactable {
  /// All zeros.
  public static var redactedMask: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Zeros that end in the number.
  public func redacted(asSecret number: Int) -> UUID {
    var uuid = Self.redactedMask.uuid
    withUnsafeMutableBytes(of: &uuid) { bytes in
      var rest = number
      for index in bytes.indices.reversed() {
        bytes[index] = UInt8(truncatingIfNeeded: rest)
        rest >>= 8
      }
    }
    return UUID(uuid: uuid)
  }
}

@_documentation(visibility: internal)
extension URL: Redactable {
  /// A URL of a scheme of its own.
  public static var redactedMask: URL { 0.secretURL }

  /// A URL of a scheme of its own, with the number.
  public func redacted(asSecret number: Int) -> URL { number.secretURL }
}

extension Int {
  fileprivate var secretURL: URL {
    guard let url = URL(string: "secret:\(self)") else { preconditionFailure("no URL: \(self)") }
    return url
  }
}

@_documentation(visibility: internal)
extension Optional: Redactable where Wrapped: Redactable {
  /// Nothing.
  public static var redactedMask: Wrapped? { nil }

  /// The wrapped value's token; nothing stays nothing.
  public func redacted(asSecret number: Int) -> Wrapped? {
    map { $0.redacted(asSecret: number) }
  }
}

@_documentation(visibility: internal)
extension Array: Redactable where Element: Redactable {
  /// No elements.
  public static var redactedMask: [Element] { [] }

  /// As many elements, each the token of its own with the number of the whole.
  ///
  /// In a log, the elements of an array of texts, UUIDs or data have numbers of their own.
  public func redacted(asSecret number: Int) -> [Element] {
    map { $0.redacted(asSecret: number) }
  }
}

/// A type whose values are secrets part by part, so that each part is found anywhere.
protocol LeafwiseRedactable: Redactable {
  /// Returns the token of the value, each part of which becomes a secret.
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> Self
}

extension String: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> String {
    table.token(forText: self)
  }
}

extension UUID: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> UUID {
    table.token(forID: self)
  }
}

extension Data: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> Data {
    table.token(forData: self)
  }
}

extension URL: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> URL {
    table.token(forURL: self)
  }
}

extension Optional: LeafwiseRedactable where Wrapped: Redactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> Wrapped? {
    map { table.token(for: $0, reportingTo: &encoder) }
  }
}

extension Array: LeafwiseRedactable where Element: LeafwiseRedactable {
  func token(in table: SecretTable, reportingTo encoder: inout RecordEncoder) -> [Element] {
    map { $0.token(in: table, reportingTo: &encoder) }
  }
}
