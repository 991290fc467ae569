public import Foundation

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
