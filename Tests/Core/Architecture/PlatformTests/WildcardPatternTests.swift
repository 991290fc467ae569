import Platform
import Testing

@Suite("Patterns with asterisks")
struct WildcardPatternTests {
  @Test(
    "A pattern matches the whole text, and each asterisk any text",
    arguments: [
      ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("a", "ba", false),
      ("*", "", true), ("*", "a/b", true), ("a*", "a", true), ("a*", "ab", true),
      ("a*", "ba", false), ("*a", "ba", true), ("a*a", "a", false), ("a*a", "aa", true),
      ("a**b", "ab", true), ("a*b*c", "axbyc", true), ("a*b*c", "acb", false),
      ("a*b*b", "ab", false), ("2.*", "2.10", true), ("?[a]", "xa", false),
    ])
  func matches(_ pattern: String, _ text: String, _ isMatched: Bool) {
    #expect(WildcardPattern(pattern).matches(text) == isMatched)
  }
}
