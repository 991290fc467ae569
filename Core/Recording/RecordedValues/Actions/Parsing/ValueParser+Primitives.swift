import Foundation
import RecordCoding

extension ValueParser {
  mutating func primitive(_ type: TypeReference) throws(ActionTextError) -> RecordedValue {
    let start = scanner.position
    switch type {
    case .string:
      if let text = try scanner.quotedText() { return .string(text) }
    case .url:
      if let text = try scanner.quotedText() { return .url(text) }
    case .json:
      if let text = try scanner.quotedText() { return .json(text) }
      if let text = jsonScalar() { return .json(text) }
    case .data:
      if let text = try scanner.quotedText(), let data = Data(base64Encoded: text) {
        return .data([UInt8](data))
      }
    case .uuid:
      if let uuid = try uuid() { return .uuid(uuid) }
    case .date:
      if let bits = try date() { return .date(bits: bits) }
    case .bool:
      switch scanner.word() {
      case "true": return .bool(true)
      case "false": return .bool(false)
      default: break
      }
    case .float:
      if let bits = try bits(of: "Float", as: UInt32.self) { return .float(bits: bits) }
      if let number = Float(number: scanner.word()) { return .float(bits: number.bitPattern) }
    case .double:
      if let bits = try bits(of: "Double", as: UInt64.self) { return .double(bits: bits) }
      if let number = Double(number: scanner.word()) { return .double(bits: number.bitPattern) }
    default:
      if let value = try integer(type) { return value }
    }
    scanner.move(to: start)
    throw unexpected(type)
  }

  private mutating func integer(
    _ type: TypeReference
  ) throws(ActionTextError) -> RecordedValue? {
    let column = scanner.column
    let word = scanner.word()
    let digits = word.filter { $0 != "_" }
    let sign = digits.first.map { $0 == "-" || $0 == "+" } ?? false
    let magnitude = digits.dropFirst(sign ? 1 : 0)
    guard !magnitude.isEmpty, magnitude.utf8.allSatisfy({ (48...57).contains($0) }),
      word.last != "_"
    else { return nil }
    switch type {
    case .signed(let bits):
      if let value = Int64(digits), value.fits(bits: bits) { return .signed(value) }
    case .unsigned(let bits):
      if let value = UInt64(digits), value.fits(bits: bits) { return .unsigned(value) }
    default: return nil
    }
    let found = word.count > 40 ? "\(word.prefix(40))…" : word
    throw .numberOutOfRange(
      location: location, type: types.text(of: type), found: found, column: column)
  }

  /// Parses a UUID, or the start of one that the state has: `9C9DBD0C…`.
  private mutating func uuid() throws(ActionTextError) -> UUID? {
    scanner.skipSpaces()
    let column = scanner.column
    let text = try scanner.quotedText() ?? scanner.word()
    if text.utf8.count == 36, let uuid = UUID(uuidString: text) { return uuid }
    guard let prefix = ShortUUIDs.prefix(text), let state else { return nil }
    let found = state.uuids(startingWith: prefix)
    guard let first = found.first else {
      throw .unknownUUID(location: location, prefix: prefix, column: column)
    }
    guard found.count == 1 else {
      throw .ambiguousUUID(
        location: location, prefix: prefix, candidates: ShortUUIDs.texts(of: found),
        column: column)
    }
    return first
  }

  /// Parses a date in quotes, `Date(seconds: …)` or `Date(bits: …)`.
  private mutating func date() throws(ActionTextError) -> UInt64? {
    if let text = try scanner.quotedText() { return DateText.seconds(text)?.bitPattern }
    if let bits = try bits(of: "Date", as: UInt64.self) { return bits }
    guard scanner.takeWord("Date"), scanner.take("("), scanner.takeWord("seconds"),
      scanner.take(":"), let seconds = Double(number: scanner.word()), scanner.take(")")
    else { return nil }
    return seconds.bitPattern
  }

  /// Parses the bits of a number without a decimal form: `Double(bits: 0x7FF8000000000001)`.
  private mutating func bits<Bits: FixedWidthInteger>(
    of type: String, as bits: Bits.Type
  ) throws(ActionTextError) -> Bits? {
    let start = scanner.position
    if scanner.takeWord(type), scanner.take("("), scanner.takeWord("bits"), scanner.take(":") {
      let word = scanner.word()
      if word.hasPrefix("0x"), let bits = Bits(word.dropFirst(2), radix: 16), scanner.take(")") {
        return bits
      }
    }
    scanner.move(to: start)
    return nil
  }

  /// Parses JSON without quotes: a number, `true`, `false` or `null`.
  private mutating func jsonScalar() -> String? {
    let word = scanner.word()
    let isWord = word == "true" || word == "false" || word == "null"
    let isNumber = word.first.map { $0 == "-" || $0.isASCII && $0.isNumber } ?? false
    return isWord || isNumber && Double(number: word) != nil ? word : nil
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// Parses a number, `nan` or `inf`. Rejects a finite number that is too large.
  fileprivate init?(number word: String) {
    let digits = word.filter { $0 != "_" }
    guard word.last != "_", let value = Self(digits),
      value.isFinite || digits.hasSuffix("inf") || digits.hasSuffix("infinity")
        || digits.hasSuffix("nan")
    else { return nil }
    self = value
  }
}
