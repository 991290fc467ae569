import Testing
import ValueDump

@Suite("Dumps of collections")
struct DumpCollectionTests {
  @Test("An array shows its indices")
  func array() {
    #expect(dumped([1, 2]) == "[\n  [0]: 1,\n  [1]: 2\n]")
    #expect(dumped([5, 6, 7][1...]) == "[\n  [0]: 6,\n  [1]: 7\n]")
    #expect(dumped([Int]()) == "[]")
  }

  @Test("A dictionary is sorted by key: by dump, and numbers by value")
  func dictionary() {
    #expect(dumped(["b": 1, "a": 2]) == "[\n  \"a\": 2,\n  \"b\": 1\n]")
    #expect(dumped([10: 1, 9: 2, -1: 3]) == "[\n  -1: 3,\n  9: 2,\n  10: 1\n]")
    #expect(
      dumped([AnyHashable("a"): 1, AnyHashable(10): 2, AnyHashable(9): 3])
        == "[\n  \"a\": 1,\n  9: 3,\n  10: 2\n]")
    #expect(dumped([Int: Int]()) == "[:]")
  }

  @Test("A multiline key is written before its value")
  func longKey() {
    #expect(
      dumped([Point(): Point()]) == """
        [
          Point(
            x: 1,
            y: 2
          ): Point(
            x: 1,
            y: 2
          )
        ]
        """)
  }

  @Test("Keys with the same dump are ordered by their values")
  func equalKeys() {
    struct Key: Hashable, CustomDumpStringConvertible {
      let id: Int
      var customDumpDescription: String { "key" }
    }
    let entries = Dictionary(uniqueKeysWithValues: (0..<5).map { (Key(id: $0), 4 - $0) })
    #expect(dumped(entries) == "[\n  key: 0,\n  key: 1,\n  key: 2,\n  key: 3,\n  key: 4\n]")
  }

  @Test("A set is sorted")
  func set() {
    #expect(dumped(Set([3, 1, 20])) == "Set([\n  1,\n  3,\n  20\n])")
    #expect(dumped(Set<Int>()) == "Set([])")
  }

  @Test("A type whose mirror is a collection is dumped as a collection")
  func mirroredCollection() {
    struct Rows: CustomReflectable {
      var customMirror: Mirror {
        Mirror(self, unlabeledChildren: ["a"], displayStyle: .collection)
      }
    }
    #expect(dumped(Rows()) == "[\n  [0]: \"a\"\n]")
  }
}
