import DependencyInjection
import RecordCoding
import TestSupport
import Testing

@Suite("Text")
struct TextTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test("Equal strings with different bytes are a change")
  func equivalence() throws {
    #expect(Self.composed == Self.decomposed)
    try expectExact(among: [Self.composed, Self.decomposed, "e", ""])
    try expectExact(among: [Character(Self.composed), Character(Self.decomposed), "e"])
    let read = try read(String.self, from: recorded(Self.decomposed))
    #expect(Array(read.utf8) == Array(Self.decomposed.utf8))
  }

  @Test("Changes of short, long, shared and partial strings are exact")
  func shapes() throws {
    let long = String(repeating: "日本", count: 12)
    try expectExact(among: [
      "", "a", "aa", "aaa", "aba", "\0", "👩‍👩‍👧", "👩‍👧", long, long + "!", "!" + long,
      String(long.dropFirst(7).dropLast(3)),
    ])
  }

  @Test("An equal string in different storage is unchanged")
  func storage() {
    let text = String(repeating: "a", count: 40)
    #expect(recordedChange(from: text, to: text) == nil)
    #expect(recordedChange(from: text, to: String(text.reversed())) == nil)
  }

  @Test("A Character is read only from exactly one character")
  func characters() {
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "Character", description: "\"ab\" has 2 characters", offset: 0)
    ) { try read(Character.self, from: recorded("ab")) }
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "Character", description: "\"\" has 0 characters", offset: 0)
    ) { try read(Character.self, from: recorded("")) }
  }

  @Test("Random changes of text are exact", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<40 {
      var scalars = Array(text.unicodeScalars)
      let start = generator.below(scalars.count + 1)
      let end = start + generator.below(min(4, scalars.count - start + 1))
      let drawn = (0..<generator.below(4)).map { _ in
        generator.pick(["a", "b", "\u{301}", "é", "日", "🎉"] as [Unicode.Scalar])
      }
      scalars.replaceSubrange(start..<end, with: drawn)
      var new = ""
      new.unicodeScalars.append(contentsOf: scalars)
      try expectExact(from: text, to: new)
      text = new
    }
  }
}
