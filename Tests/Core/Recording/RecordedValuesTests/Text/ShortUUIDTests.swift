import Foundation
import RecordedValues
import Testing

@Suite("Short UUIDs")
struct ShortUUIDTests {
  @Test("A short text ends after the first character that differs", arguments: 0..<32)
  func shared(digits count: Int) throws {
    let digits = "9C9DBD0C9BE1422A92955018C3354A1F"
    let index = digits.index(digits.startIndex, offsetBy: count)
    let digit = digits[index] == "0" ? "1" : "0"
    let other = digits.replacingCharacters(in: index...index, with: digit)
    let texts = [digits, other].map(hyphenated)
    let uuids = try texts.map { try #require(UUID(uuidString: $0)) }
    let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    let length = max(8, common + 1)
    #expect(
      ShortUUIDs.texts(of: uuids)
        == texts.map { length <= 28 ? "\($0.prefix(length))…" : "\"\($0)\"" })
  }

  private func hyphenated(_ digits: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }
}
