import Testing
import ValueDump

@Suite("Dumps of structs, enums and tuples")
struct DumpTests {
  @Test("A struct is dumped with one field per line")
  func structure() {
    #expect(
      dumped(User()) == """
        User(
          favoriteNumbers: [
            [0]: 42,
            [1]: 1729
          ],
          id: 2,
          name: "Blob"
        )
        """)
  }

  @Test("A struct is dumped on one line if it has no fields, or a single field that fits")
  func shortStructure() {
    struct Empty {}
    #expect(dumped(Counter(count: 1)) == "Counter(count: 1)")
    #expect(dumped(Empty()) == "DumpTests.Empty()")
  }

  @Test("A struct is dumped on multiple lines if its only field has fields")
  func nestedShortStructure() {
    struct Holder<Value> { var value: Value }
    #expect(
      dumped(Holder(value: Counter(count: 1))).hasSuffix("(\n  value: Counter(count: 1)\n)"))
    #expect(dumped(Holder(value: Optional(1))).hasSuffix("(\n  value: 1\n)"))
    #expect(dumped(Holder<Int?>(value: nil)).hasSuffix("(value: nil)"))
    #expect(
      dumped(Holder(value: "a\nb")).hasSuffix("(\n  value: \"\"\"\n    a\n    b\n    \"\"\"\n)"))
  }

  @Test(
    "An enum is dumped with its type at the root, its case and its payload",
    arguments: [
      (Feature.Action.tick, "Feature.Action.tick"),
      (.response(3), "Feature.Action.response(3)"),
      (.pair(1, y: "k"), "Feature.Action.pair(\n  1,\n  y: \"k\"\n)"),
      (.child(.on), "Feature.Action.child(.on)"),
      (.child(.off(after: 2)), "Feature.Action.child(\n  .off(after: 2)\n)"),
    ])
  func enumeration(action: Feature.Action, expected: String) {
    #expect(dumped(action) == expected)
  }

  @Test("A multiline payload is dumped between the parentheses of its case")
  func longPayload() {
    #expect(
      dumped(Feature.Action.user(User(favoriteNumbers: []))) == """
        Feature.Action.user(
          User(
            favoriteNumbers: [],
            id: 2,
            name: "Blob"
          )
        )
        """)
  }

  @Test("The case of an enum is dumped by name, even if the enum has a custom description")
  func describedEnum() {
    enum Mood: CustomStringConvertible {
      case good
      case bad(Int)
      var description: String { "a mood" }
    }
    #expect(dumped([Mood.good, .bad(1)]) == "[\n  [0]: .good,\n  [1]: .bad(1)\n]")
  }

  @Test("An optional is dumped as its wrapped value, or as nil")
  func optional() {
    #expect(dumped(Int?.none as Any) == "nil")
    #expect(dumped(Int??.some(3) as Any) == "3")
    #expect(dumped(Feature.Action?.some(.tick) as Any) == "Feature.Action.tick")
  }

  @Test("A tuple is dumped with its labels")
  func tuple() {
    #expect(dumped((1, b: "x")) == "(\n  1,\n  b: \"x\"\n)")
    #expect(dumped(()) == "()")
  }

  @Test("Contents below the maximum depth are dumped as an ellipsis")
  func maxDepth() {
    #expect(
      dumped(User(), maxDepth: 1) == """
        User(
          favoriteNumbers: […],
          id: 2,
          name: "Blob"
        )
        """)
    #expect(dumped(User(), maxDepth: 0) == "User(…)")
    #expect(dumped([Int](), maxDepth: 0) == "[]")
    #expect(dumped("a\nb", maxDepth: 0) == #""…""#)
    #expect(dumped(Counter(count: 1), maxDepth: 0) == "Counter(count: 1)")
  }

  @Test("A name and an indent are written before the value, and the value is returned")
  func nameAndIndent() {
    var text = ""
    let user = customDump(User(favoriteNumbers: []), to: &text, name: "user", indent: 4)
    #expect(user == User(favoriteNumbers: []))
    #expect(
      text == """
            user: User(
              favoriteNumbers: [],
              id: 2,
              name: "Blob"
            )
        """)
  }

  @Test("Fields added by macros are omitted, and observed properties keep their names")
  func macroFields() {
    struct State {
      var _count = 1
      var _name = "a"
      var _$observationRegistrar = 0
    }
    struct Wrapped {
      var _count = 1
    }
    #expect(dumped(State()) == "DumpTests.State(\n  count: 1,\n  name: \"a\"\n)")
    #expect(dumped(Wrapped()) == "DumpTests.Wrapped(_count: 1)")
  }
}
