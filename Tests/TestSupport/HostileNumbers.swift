import Foundation

/// Numbers that no program writes, to replace each number of a file.
package enum HostileNumbers {
  /// The numbers for JSON: negative, huge, not whole, and over the limits of integers. With
  /// `HOSTILE_NUMBERS=all`, as in `make nightly`, there are more numbers.
  package static let texts =
    ["-1", "4611686018427387903", "9223372036854775807", "18446744073709551616"]
    + (ProcessInfo.processInfo.environment["HOSTILE_NUMBERS"] == "all"
      ? [
        "-9223372036854775808", "4611686018427387904", "9000000000000000000",
        "9223372036854775808", "18446744073709551615", "340282366920938463463374607431768211456",
        "1e400", "0.5",
      ] : [])

  /// The numbers for the fields of binary files.
  package static let words: [UInt64] = [
    0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 1 << 40, 1 << 62, 1 << 63 - 1, 1 << 63, .max - 1, .max,
  ]

  /// Returns JSON with each of its numbers replaced by each of the texts, one at a time.
  ///
  /// The numbers of a fraction in a string, such as `"1/3"`, are replaced as well.
  package static func variants(ofJSON json: String) -> [String] {
    let bytes = Array(json.utf8)
    return numbers(in: bytes).flatMap { range in
      texts.map { text in
        String(
          decoding: bytes[..<range.lowerBound] + text.utf8 + bytes[range.upperBound...],
          as: UTF8.self)
      }
    }
  }

  private static func numbers(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex { !(48...57).contains($0) } ?? bytes.count
      if end > position {
        if isNumber(position..<end, in: bytes) { ranges.append(position..<end) }
        position = end
      } else {
        position += 1
      }
    }
    return ranges
  }

  private static func isNumber(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard range.lowerBound > 0, range.upperBound < bytes.count else { return false }
    let (before, after) = (bytes[range.lowerBound - 1], bytes[range.upperBound])
    let isValue = ":,[ ".utf8.contains(before) && ",]} ".utf8.contains(after)
    let slash = UInt8(ascii: "/")
    let quote = UInt8(ascii: "\"")
    return isValue || before == quote && after == slash || before == slash && after == quote
  }
}
