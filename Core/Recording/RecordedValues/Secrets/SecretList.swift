import Foundation
import RecordCoding

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
  /// The numbers of texts. Equal strings have one number, whatever their normal forms.
  private var textNumbers: [String: Int] = [:]
  /// The number of texts of each length. The value at 0 is the number of other secrets.
  private var counts: [Int: Int] = [:]
  /// The last number assigned to a text after the short numbers ran out.
  private var nextLongNumber = 1 << 40

  var count: Int { entries.count }

  func secret(at position: Int) -> Secret { entries[position].secret }

  /// Returns the number of a secret. A new one is added, with the given number if there is one.
  mutating func number(of secret: Secret, as given: Int?) -> Int {
    if let position = positions[secret] { return entries[position].number }
    let number = given ?? newNumber(for: secret)
    if case .text = secret, let text = secret.text { textNumbers[text] = number }
    let spellings = secret.spellings(number)
    index.insert(spellings, of: entries.count)
    positions[secret] = entries.count
    entries.append(Entry(secret: secret, number: number, spellings: spellings))
    return number
  }

  private mutating func newNumber(for secret: Secret) -> Int {
    guard case .text = secret, let text = secret.text else { return nextNumber(length: 0) }
    return textNumbers[text] ?? nextNumber(length: text.count)
  }

  private mutating func nextNumber(length: Int) -> Int {
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
    if isHidden {
      index.insert(spellings, of: position)
    } else {
      index.remove(spellings, of: position)
    }
  }

  func scrubbed(_ text: String) -> String {
    guard !entries.isEmpty else { return text }
    var copy = text
    let scrubbed = copy.withUTF8 { index.replacing(in: $0) }
    return scrubbed.map { String(decoding: $0, as: UTF8.self) } ?? scrubbedBase64(text) ?? text
  }

  /// Returns the token of secret data, or the data with tokens in place of secret texts.
  func scrubbed(_ data: Data) -> Data {
    guard !entries.isEmpty else { return data }
    if let number = hiddenNumber(of: .data(data)) { return data.redacted(asSecret: number) }
    return Array(data).withUnsafeBufferPointer { index.replacing(in: $0) }.map { Data($0) } ?? data
  }

  /// Returns a text that is Base64, such as data in JSON, with tokens in the data; `nil` if there
  /// is no secret in it.
  private func scrubbedBase64(_ text: String) -> String? {
    guard text.utf8.count % 4 == 0, let data = Data(base64Encoded: text), !data.isEmpty else {
      return nil
    }
    let scrubbed = scrubbed(data)
    return scrubbed == data ? nil : scrubbed.base64EncodedString()
  }
}
