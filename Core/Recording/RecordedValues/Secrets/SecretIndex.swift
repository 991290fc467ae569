/// An index that finds secrets within longer texts and replaces them with their tokens.
///
/// Each offset of a text is looked up by the four bytes there. A filter of bits is checked first. A
/// text without secrets therefore costs little more than reading it.
struct SecretIndex: Sendable {
  /// A spelling, and the position of its secret, since several secrets may have the same spelling.
  private struct Entry: Sendable {
    let spelling: SecretSpelling
    let owner: Int
  }

  private var entries: [UInt32: [Entry]] = [:]
  private var filter = [UInt64](repeating: 0, count: 64)
  private var wholeTexts: [[UInt8]: [Entry]] = [:]
  private var longestWholeText = 0

  mutating func insert(_ new: [SecretSpelling], of owner: Int) {
    for spelling in new {
      let entry = Entry(spelling: spelling, owner: owner)
      guard !spelling.isWhole else {
        wholeTexts[spelling.bytes, default: []].append(entry)
        longestWholeText = max(longestWholeText, spelling.bytes.count)
        continue
      }
      let head = spelling.bytes.withUnsafeBufferPointer { Self.head(of: $0, at: 0) }
      entries[head, default: []].append(entry)
      let bit = Self.bit(of: head)
      filter[bit / 64] |= 1 << UInt64(bit % 64)
    }
  }

  mutating func remove(_ old: [SecretSpelling], of owner: Int) {
    // The filter keeps their bits, which at worst causes an unnecessary lookup.
    for spelling in old {
      guard !spelling.isWhole else {
        wholeTexts[spelling.bytes]?.removeAll { $0.owner == owner }
        continue
      }
      let head = spelling.bytes.withUnsafeBufferPointer { Self.head(of: $0, at: 0) }
      entries[head]?.removeAll { $0.owner == owner }
    }
  }

  /// Returns a text with tokens in place of secrets in any encoding; `nil` if it contains none.
  func replacing(in text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard !entries.isEmpty || !wholeTexts.isEmpty else { return nil }
    var found = matches(in: text).map { Replacement($0, in: nil) }
    for encoding in EscapedText.Encoding.allCases {
      guard let escaped = EscapedText(text, in: encoding) else { continue }
      let matches = escaped.bytes.withUnsafeBufferPointer { self.matches(in: $0) }
      found += matches.map { Replacement($0, in: escaped) }
    }
    guard !found.isEmpty else { return nil }
    var result: [UInt8] = []
    var offset = 0
    for replacement in Self.longest(found, length: text.count) {
      result += text[offset..<replacement.range.lowerBound]
      result += replacement.token
      offset = replacement.range.upperBound
    }
    return result + text[offset...]
  }

  private struct Match {
    let range: Range<Int>
    let entry: Entry
  }

  private struct Replacement {
    let range: Range<Int>
    let token: [UInt8]
    let owner: Int

    init(_ match: Match, in escaped: EscapedText?) {
      let token = match.entry.spelling.token
      range = escaped?.source(of: match.range) ?? match.range
      self.token = escaped?.escaped(token, replacing: match.range) ?? token
      owner = match.entry.owner
    }
  }

  private func matches(in text: UnsafeBufferPointer<UInt8>) -> [Match] {
    var found: [Match] = []
    if text.count <= longestWholeText,
      let entry = wholeTexts[Array(text)]?.min(by: { $0.owner < $1.owner })
    {
      found.append(Match(range: 0..<text.count, entry: entry))
    }
    guard !entries.isEmpty, text.count >= 4 else { return found }
    for start in 0...(text.count - 4) {
      let head = Self.head(of: text, at: start)
      let bit = Self.bit(of: head)
      guard filter[bit / 64] & (1 << UInt64(bit % 64)) != 0, let candidates = entries[head]
      else { continue }
      for candidate in candidates {
        let end = start + candidate.spelling.bytes.count
        guard end <= text.count, text[start..<end].elementsEqual(candidate.spelling.bytes) else {
          continue
        }
        found.append(Match(range: start..<end, entry: candidate))
      }
    }
    return found
  }

  /// Returns the replacements to make, in text order. Of overlapping secrets, the longest wins. Of
  /// secrets with the same spelling, the oldest wins.
  private static func longest(_ found: [Replacement], length: Int) -> [Replacement] {
    guard found.count > 1 else { return found }
    let sorted = found.sorted { one, other in
      if one.range.count != other.range.count { return one.range.count > other.range.count }
      if one.range.lowerBound != other.range.lowerBound {
        return one.range.lowerBound < other.range.lowerBound
      }
      // Of the tokens of one secret, the token for text without escapes is the shortest.
      return one.owner != other.owner
        ? one.owner < other.owner : one.token.count < other.token.count
    }
    var isTaken = [Bool](repeating: false, count: length)
    var kept: [Replacement] = []
    // The replacements kept so far are at least as long, so checking both ends of this one is
    // enough.
    for element in sorted
    where !isTaken[element.range.lowerBound] && !isTaken[element.range.upperBound - 1] {
      for offset in element.range { isTaken[offset] = true }
      kept.append(element)
    }
    return kept.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func head(of bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32 {
    UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
      .loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  private static func bit(of head: UInt32) -> Int {
    Int((head &* 0x9E37_79B1) >> 20)
  }
}
