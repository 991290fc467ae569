/// A text without the escapes of an encoding, and the offsets of its bytes in the escaped text.
///
/// A secret is found in any spelling of an encoding, such as `é`, `\u00e9` and `\u{E9}`.
struct EscapedText {
  enum Encoding: CaseIterable {
    /// The percent-encoding of RFC 3986.
    case percent
    /// The percent-encoding of forms, in which `+` is a space.
    case form
    /// The escapes of string literals in JSON and Swift.
    case literal

    fileprivate func startsEscape(_ byte: UInt8) -> Bool {
      switch self {
      case .percent: byte == Byte.percent
      case .form: byte == Byte.plus || byte == Byte.percent
      case .literal: byte == Byte.backslash
      }
    }
  }

  let encoding: Encoding
  private(set) var bytes: [UInt8] = []
  private var escapes: [Escape] = []

  private struct Escape {
    let bytes: Range<Int>
    let source: Range<Int>
  }

  /// Creates a text from an escaped one; `nil` if it contains no escape of the encoding.
  init?(_ text: UnsafeBufferPointer<UInt8>, in encoding: Encoding) {
    self.encoding = encoding
    var start = 0
    while let next = text[start...].firstIndex(where: encoding.startsEscape) {
      bytes += text[start..<next]
      if let (unescaped, count) = Self.escape(at: text[next...], in: encoding) {
        let end = bytes.count + unescaped.count
        escapes.append(Escape(bytes: bytes.count..<end, source: next..<(next + count)))
        bytes += unescaped
        start = next + count
      } else {
        bytes.append(text[next])
        start = next + 1
      }
    }
    guard !escapes.isEmpty else { return nil }
    bytes += text[start...]
  }

  /// Returns the range of the escaped text that some bytes come from.
  func source(of range: Range<Int>) -> Range<Int> {
    offset(range.lowerBound)..<offset(range.upperBound)
  }

  private func offset(_ index: Int) -> Int {
    // The last escape that begins at or before the index.
    var (low, high) = (0, escapes.count)
    while low < high {
      let middle = (low + high) / 2
      if escapes[middle].bytes.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return index }
    let escape = escapes[low - 1]
    return escape.bytes.contains(index)
      ? escape.source.lowerBound : escape.source.upperBound + index - escape.bytes.upperBound
  }

  /// Returns a token in the encoding of the bytes in a range, which it replaces.
  func escaped(_ token: [UInt8], replacing range: Range<Int>) -> [UInt8] {
    guard encoding != .literal else { return token }
    // An encoder may leave reserved characters as they are. The token is encoded like the secret.
    let encoded = range.filter { offset($0 + 1) - offset($0) > 1 }.map { bytes[$0] }
    guard !encoded.isEmpty else { return token }
    return token.flatMap { byte in
      byte >= 0x80 || encoded.contains(byte) ? Array("%\(byte.uppercaseHex)".utf8) : [byte]
    }
  }

  fileprivate enum Byte {
    static let percent = UInt8(ascii: "%")
    static let plus = UInt8(ascii: "+")
    static let backslash = UInt8(ascii: "\\")
  }
}

// Escapes.
extension EscapedText {
  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the bytes that the escape at the start of a text represents, and its length.
  private static func escape(at text: Bytes, in encoding: Encoding) -> ([UInt8], Int)? {
    switch (encoding, text.first) {
    case (.form, Byte.plus): return ([UInt8(ascii: " ")], 1)
    case (.percent, Byte.percent), (.form, Byte.percent):
      return hex(text.dropFirst().prefix(2), count: 2).map { ([UInt8(truncatingIfNeeded: $0)], 3) }
    case (.literal, Byte.backslash): return literal(text)
    default: return nil
    }
  }

  private static func literal(_ text: Bytes) -> ([UInt8], Int)? {
    guard let kind = text.dropFirst().first else { return nil }
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
      return ([kind], 2)
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "0"): return ([0], 2)
    case UInt8(ascii: "u"): return braced(text) ?? fourDigits(text)
    default: return nil
    }
  }

  /// Returns the bytes of `\u{E9}`.
  private static func braced(_ text: Bytes) -> ([UInt8], Int)? {
    let body = text.dropFirst(2)
    guard body.first == UInt8(ascii: "{") else { return nil }
    let digits = body.dropFirst().prefix(9).prefix { $0 != UInt8(ascii: "}") }
    guard body.dropFirst(1 + digits.count).first == UInt8(ascii: "}"), !digits.isEmpty,
      let value = hex(digits, count: digits.count), let scalar = Unicode.Scalar(value)
    else { return nil }
    return (Array(String(scalar).utf8), digits.count + 4)
  }

  /// Returns the bytes of `\u00e9`, or of two such escapes for a surrogate pair.
  private static func fourDigits(_ text: Bytes) -> ([UInt8], Int)? {
    guard let first = codeUnit(text) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (Array(String(scalar).utf8), 6) }
    guard let second = codeUnit(text.dropFirst(6)), (0xD800...0xDBFF).contains(first),
      (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return nil }
    return (Array(String(scalar).utf8), 12)
  }

  private static func codeUnit(_ text: Bytes) -> UInt32? {
    guard text.starts(with: [Byte.backslash, UInt8(ascii: "u")]) else { return nil }
    return hex(text.dropFirst(2).prefix(4), count: 4)
  }

  private static func hex(_ digits: Bytes, count: Int) -> UInt32? {
    guard digits.count == count else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      guard let digit = Character(Unicode.Scalar(digit)).hexDigitValue, value < 1 << 28 else {
        return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension UInt8 {
  fileprivate var uppercaseHex: String {
    (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
  }
}
