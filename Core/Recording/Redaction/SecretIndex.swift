/// An index that finds secrets within longer texts and replaces them with their tokens.
///
/// Each offset of a text is looked up by the four bytes there. A filter of bits is checked first,
/// so that a text without secrets costs little more than reading it.
struct SecretIndex: Sendable {
  private var spellings: [UInt32: [SecretSpelling]] = [:]
  private var filter = [UInt64](repeating: 0, count: 64)

  mutating func insert(_ new: [SecretSpelling]) {
    for spelling in new {
      let head = spelling.bytes.withUnsafeBufferPointer { Self.head(of: $0, at: 0) }
      spellings[head, default: []].append(spelling)
      let bit = Self.bit(of: head)
      filter[bit / 64] |= 1 << UInt64(bit % 64)
    }
  }

  mutating func remove(_ old: [SecretSpelling]) {
    // The filter keeps their bits, which at worst causes an unnecessary lookup.
    for spelling in old {
      let head = spelling.bytes.withUnsafeBufferPointer { Self.head(of: $0, at: 0) }
      spellings[head]?.removeAll { $0 == spelling }
    }
  }

  func replacing(in text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let matches = matches(in: text)
    guard !matches.isEmpty else { return nil }
    var result: [UInt8] = []
    var offset = 0
    for match in matches {
      result += text[offset..<match.start]
      result += match.spelling.token
      offset = match.end
    }
    return result + text[offset...]
  }

  private struct Match {
    let start: Int
    let spelling: SecretSpelling
    var end: Int { start + spelling.bytes.count }
  }

  /// Returns the matches to replace, in text order. Of overlapping secrets, the longest wins.
  private func matches(in text: UnsafeBufferPointer<UInt8>) -> [Match] {
    guard !spellings.isEmpty, text.count >= 4 else { return [] }
    var found: [Match] = []
    for start in 0...(text.count - 4) {
      let head = Self.head(of: text, at: start)
      let bit = Self.bit(of: head)
      guard filter[bit / 64] & (1 << UInt64(bit % 64)) != 0, let candidates = spellings[head]
      else { continue }
      for spelling in candidates
      where text.count - start >= spelling.bytes.count
        && text[start..<(start + spelling.bytes.count)].elementsEqual(spelling.bytes)
      {
        found.append(Match(start: start, spelling: spelling))
      }
    }
    guard found.count > 1 else { return found }
    found.sort { ($1.spelling.bytes.count, $0.start) < ($0.spelling.bytes.count, $1.start) }
    var isTaken = [Bool](repeating: false, count: text.count)
    var kept: [Match] = []
    // The matches kept so far are at least as long, so checking both ends of this one is enough.
    for match in found where !isTaken[match.start] && !isTaken[match.end - 1] {
      for offset in match.start..<match.end { isTaken[offset] = true }
      kept.append(match)
    }
    return kept.sorted { $0.start < $1.start }
  }

  private static func head(of bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32 {
    UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
      .loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  private static func bit(of head: UInt32) -> Int {
    Int((head &* 0x9E37_79B1) >> 20)
  }
}
