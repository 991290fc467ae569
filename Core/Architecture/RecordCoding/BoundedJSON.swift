package import Foundation

/// A decoder of JSON from files that may contain any numbers.
///
/// Numbers must be whole, and below a limit that keeps sums of two from overflowing. Only error
/// codes can be negative.
package enum BoundedJSON {
  /// The exclusive limit of numbers.
  package static let limit: UInt64 = 1 << 62

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: Data
  ) throws -> Value {
    guard isBounded(bytes) else { throw UnboundedNumber() }
    return try JSONDecoder().decode(type, from: bytes)
  }

  /// Returns whether all numbers of a JSON text are within the limits.
  package static func isBounded(_ json: some Sequence<UInt8>) -> Bool {
    var scan = NumberScan()
    return json.allSatisfy { scan.accepts($0) }
  }

  private struct UnboundedNumber: Error {}
}

/// A scan of the numbers outside of strings.
private struct NumberScan {
  private var isQuoted = false
  private var isEscaped = false
  private var number: UInt64?
  private var isNegative = false
  /// The bytes of `"code":` that the scan has seen, without spaces.
  private var codeLength = 0

  private static let code = Array("\"code\":".utf8)
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// Takes a byte. Returns whether the numbers so far are bounded.
  mutating func accepts(_ byte: UInt8) -> Bool {
    let isCode = codeLength == Self.code.count
    if byte > UInt8(ascii: " ") {
      let next = isCode ? 0 : codeLength
      codeLength = byte == Self.code[next] ? next + 1 : byte == Self.code[0] ? 1 : 0
    }
    if isQuoted {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = false
      }
      return true
    }
    if Self.digits.contains(byte) { return add(byte & 15) }
    // A fraction or an exponent.
    if number != nil, ".eE".utf8.contains(byte) { return false }
    (number, isNegative) = (nil, byte == UInt8(ascii: "-"))
    isQuoted = byte == UInt8(ascii: "\"")
    return !isNegative || isCode
  }

  private mutating func add(_ digit: UInt8) -> Bool {
    // Only error codes can be negative, and they have their own limit.
    let limit = isNegative ? 1 << 31 : BoundedJSON.limit
    let (product, overflows) = (number ?? 0).multipliedReportingOverflow(by: 10)
    number = product &+ UInt64(digit)
    return !overflows && product < limit && product + UInt64(digit) < limit
  }
}
