import Foundation
import RecordCoding

/// A value that is a secret as a whole.
enum Secret: Hashable, Sendable {
  case text(String)
  /// A URL, by its absolute string.
  case url(String)
  case uuid(UUID)
  case data(Data)
  /// A value of another type, as its encoded bytes.
  case value(ObjectIdentifier, [UInt8])
}

/// The secrets of a table, in the order in which they were added.
struct SecretList: Sendable {
  private struct Entry: Sendable {
    let secret: Secret
    let number: Int
    let spellings: [SecretSpelling]
    /// Whether the secret is replaced in values that are not marked.
    var isHidden = true
  }

  private var entries: [Entry] = []
  private var positions: [Secret: Int] = [:]
  private var index = SecretIndex()
  /// The number of texts of each length. The value at 0 is the number of other secrets.
  private var counts: [Int: Int] = [:]
  /// The last number assigned to a text after the short numbers ran out.
  private var nextLongNumber = 1 << 40

  var count: Int { entries.count }

  func secret(at position: Int) -> Secret { entries[position].secret }

  mutating func number(of secret: Secret, spelled: (Int) -> [SecretSpelling]) -> Int {
    if let position = positions[secret] { return entries[position].number }
    let number = nextNumber(for: secret)
    let spellings = spelled(number)
    positions[secret] = entries.count
    entries.append(Entry(secret: secret, number: number, spellings: spellings))
    index.insert(spellings)
    return number
  }

  private mutating func nextNumber(for secret: Secret) -> Int {
    let length = if case .text(let text) = secret { text.count } else { 0 }
    let count = counts[length, default: 0] + 1
    if length > 0, count > SecretToken.capacity(length: length) {
      nextLongNumber += 1
      return nextLongNumber
    }
    counts[length] = count
    return count
  }

  func hiddenNumber(of secret: Secret) -> Int? {
    guard let position = positions[secret], entries[position].isHidden else { return nil }
    return entries[position].number
  }

  mutating func setHidden(_ isHidden: Bool, _ position: Int) {
    guard entries[position].isHidden != isHidden else { return }
    entries[position].isHidden = isHidden
    let spellings = entries[position].spellings
    if isHidden { index.insert(spellings) } else { index.remove(spellings) }
  }

  func scrubbed(_ text: String) -> String {
    guard !entries.isEmpty else { return text }
    let shortest = SecretSpelling.shortest
    let isShort = text.unicodeScalars.prefix(shortest).count < shortest
    if isShort { return hiddenNumber(of: .text(text)).map(text.redacted(asSecret:)) ?? text }
    var copy = text
    let scrubbed = copy.withUTF8 { index.replacing(in: $0) }
    return scrubbed.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  func scrubbed(bytes: [UInt8]) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { index.replacing(in: $0) }
  }
}
