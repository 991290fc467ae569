import Testing
import ValueDump

@Suite("Differences of collections")
struct DiffCollectionTests {
  @Test("Runs of unchanged elements are folded")
  func folded() {
    #expect(
      diff([1, 2, 3, 4, 5], [1, 2, 9, 4, 5]) == """
          [
            … (2 unchanged),
        -   [2]: 3,
        +   [2]: 9,
            … (2 unchanged)
          ]
        """)
  }

  @Test("Removed and added elements are shown with their own indices")
  func removed() {
    #expect(diff([1, 2, 3], [1, 3]) == "  [\n    [0]: 1,\n-   [1]: 2,\n    [1]: 3\n  ]")
    #expect(diff([1], [1, 2]) == "  [\n    [0]: 1,\n+   [1]: 2\n  ]")
    #expect(diff([1], []) == "  [\n-   [0]: 1\n  ]")
  }

  @Test("Elements are aligned by value, even if values repeat")
  func aligned() {
    #expect(
      diff(["a", "b", "a", "c", "c", "d"], ["b", "a", "a", "c", "d", "c"])
        == """
          [
        -   [0]: "a",
            … (2 unchanged),
        -   [3]: "c",
        +   [2]: "a",
            … (2 unchanged),
        +   [5]: "c"
          ]
        """)
  }

  @Test("Identifiable elements are aligned by id")
  func identified() {
    let rows = (1...3).map { User(favoriteNumbers: [], id: $0) }
    #expect(
      diff(rows, [rows[1], User(favoriteNumbers: [], id: 3, name: "x")]) == """
          [
        -   [0]: User(
        -     favoriteNumbers: [],
        -     id: 1,
        -     name: "Blob"
        -   ),
            [0]: User(…),
            [1]: User(
              favoriteNumbers: [],
              id: 3,
        -     name: "Blob"
        +     name: "x"
            )
          ]
        """)
  }

  @Test("A moved identifiable element is shown as removed and added")
  func moved() {
    struct Row: Equatable, Identifiable { let id: Int }
    #expect(
      diff([1, 2, 3, 4].map(Row.init), [4, 1, 2, 3].map(Row.init))
        == """
          [
        +   [0]: DiffCollectionTests.Row(id: 4),
            … (3 unchanged),
        -   [3]: DiffCollectionTests.Row(id: 4)
          ]
        """)
  }

  @Test("Dictionaries are aligned by key")
  func dictionary() {
    #expect(
      diff(["a": 1, "b": 2, "c": 3, "e": 0], ["a": 1, "b": 5, "d": 3, "e": 0]) == """
          [
        -   "b": 2,
        +   "b": 5,
        -   "c": 3,
        +   "d": 3,
            … (2 unchanged)
          ]
        """)
    #expect(diff([:], [10: 1]) == "  [\n+   10: 1\n  ]")
  }

  @Test("The difference of two sets shows the elements that only one set has")
  func set() {
    #expect(
      diff(Set([1, 2, 3]), Set([1, 2, 4])) == """
          Set([
        -   3,
        +   4,
            … (2 unchanged)
          ])
        """)
  }

  @Test("A single changed row among ten thousand is found", arguments: [true, false])
  func large(isEquatable: Bool) {
    let rows = (0..<10_000).map { User(favoriteNumbers: [], id: $0) }
    var changed = rows
    changed[5000].name = "x"
    let difference =
      isEquatable
      ? diff(rows, changed)
      : diff(rows.map { Opaque(user: $0) }, changed.map { Opaque(user: $0) })
    #expect(difference?.hasPrefix("  [\n    … (5000 unchanged),\n    [5000]: ") == true)
    #expect(difference?.contains("-") == true)
    #expect(difference?.hasSuffix("    … (4999 unchanged)\n  ]") == true)
  }

  @Test("Large arrays with nothing in common are paired element by element")
  func disjoint() {
    let difference = diff(Array(0..<2000), Array(2000..<4000))
    #expect(difference?.hasPrefix("  [\n-   [0]: 0,\n+   [0]: 2000,\n-   [1]: 1,") == true)
  }
}
