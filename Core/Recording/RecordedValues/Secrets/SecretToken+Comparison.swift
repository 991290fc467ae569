import Foundation
import RecordCoding

extension SecretToken {
  /// Returns whether two texts are equal outside of their first and last tokens.
  ///
  /// A text may contain the secret of a different text by chance. Then, only the recorded text has
  /// a token.
  static func isSame(_ one: String, _ other: String) -> Bool {
    if one.utf8.elementsEqual(other.utf8) { return true }
    return isSameOutside(Array(one.unicodeScalars), Array(other.unicodeScalars))
      || isSamePercentEncoded(one, other)
  }

  private static func isSamePercentEncoded(_ one: String, _ other: String) -> Bool {
    guard one.contains("%E2") || other.contains("%E2"), let one = one.removingPercentEncoding,
      let other = other.removingPercentEncoding
    else { return false }
    return isSameOutside(Array(one.unicodeScalars), Array(other.unicodeScalars))
  }

  private static func isSameOutside(
    _ one: [Unicode.Scalar], _ other: [Unicode.Scalar]
  ) -> Bool {
    let firsts = [one, other].compactMap { $0.firstIndex(where: has) }
    let lasts = [one, other].compactMap { text in
      text.lastIndex(where: has).map { text.count - 1 - $0 }
    }
    guard let prefix = firsts.min(), let suffix = lasts.min(),
      prefix + suffix <= min(one.count, other.count)
    else { return false }
    return one.prefix(prefix) == other.prefix(prefix) && one.suffix(suffix) == other.suffix(suffix)
  }
}
