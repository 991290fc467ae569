public import Foundation

/// A type whose values can be redacted.
///
///     struct Token: Redactable, Codable, CodableRecordable {
///       var text: String
///
///       static var redactedMask: Token { Token(text: "") }
///       func redacted(asSecret number: Int) -> Token { Token(text: "secret \(number)") }
///     }
public protocol Redactable: Recordable {
  /// The value that replaces every value if values need not be distinguished.
  static var redactedMask: Self { get }

  /// Returns a value of the same shape that reveals only the number of the secret that it replaces.
  func redacted(asSecret number: Int) -> Self
}

@_documentation(visibility: internal)
extension String: Redactable {
  /// The empty string.
  public static var redactedMask: String { "" }

  /// Returns a string of the same length that ends with the number in circled digits, or an empty
  /// one.
  public func redacted(asSecret number: Int) -> String {
    isEmpty ? "" : SecretToken.text(number: number, length: count)
  }
}

@_documentation(visibility: internal)
extension Redactable where Self: FixedWidthInteger {
  /// Zero.
  public static var redactedMask: Self { 0 }

  /// Returns the number, clamped to the type.
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

  /// Returns the number.
  public func redacted(asSecret number: Int) -> Double { Double(number) }
}

@_documentation(visibility: internal)
extension Date: Redactable {
  /// The start of 2001.
  public static var redactedMask: Date { Date(timeIntervalSinceReferenceDate: 0) }

  /// Returns the date that is `number` seconds after the start of 2001.
  public func redacted(asSecret number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(number))
  }
}

@_documentation(visibility: internal)
extension Data: Redactable {
  /// Empty data.
  public static var redactedMask: Data { Data() }

  /// Returns data that starts with the number, of the same length if that fits, or empty data.
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
  /// The UUID that is all zeros.
  public static var redactedMask: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Returns a UUID of zeros that ends with the number.
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
  /// A URL with the scheme `secret`.
  public static var redactedMask: URL { 0.secretURL }

  /// Returns a URL with the scheme `secret` and the number.
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
  /// The value `nil`.
  public static var redactedMask: Wrapped? { nil }

  /// Returns the token of the wrapped value; `nil` stays `nil`.
  public func redacted(asSecret number: Int) -> Wrapped? {
    map { $0.redacted(asSecret: number) }
  }
}

@_documentation(visibility: internal)
extension Array: Redactable where Element: Redactable {
  /// The empty array.
  public static var redactedMask: [Element] { [] }

  /// Returns an array of the same count, whose elements are tokens with the same number.
  ///
  /// In a log, the elements of an array of strings, UUIDs or data have their own numbers.
  public func redacted(asSecret number: Int) -> [Element] {
    map { $0.redacted(asSecret: number) }
  }
}
