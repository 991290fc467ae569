import Testing
import ValueDump

@Suite("Differences of structs and enums")
struct DiffTests {
  @Test("Equal values have no difference")
  func equal() {
    #expect(diff(User(), User()) == nil)
    #expect(diff(Opaque(), Opaque()) == nil)
    #expect(diff(Int?.none, nil) == nil)
  }

  @Test("A changed field is shown with both values, and a single unchanged field is shortened")
  func field() {
    #expect(
      diff(User(), User(favoriteNumbers: [42, 91])) == """
          User(
            favoriteNumbers: [
              [0]: 42,
        -     [1]: 1729
        +     [1]: 91
            ],
            id: 2,
            name: "Blob"
          )
        """)
  }

  @Test("Unchanged fields are shown without their contents")
  func unchangedFields() {
    struct Row {
      var a = 1
      var b = [1, 2]
      var c = 4
      var d = Point()
      var e = "1\n2"
    }
    #expect(
      diff(Row(), Row(c: 0)) == """
          DiffTests.Row(
            a: 1,
            b: […],
        -   c: 4,
        +   c: 0,
            d: Point(…),
            e: "…"
          )
        """)
  }

  @Test("The proportional format uses a minus sign and a figure space")
  func proportional() {
    #expect(
      diff(Point(), Point(y: 3), format: .proportional) == """
        \u{2007} Point(
        \u{2007}   x: 1,
        \u{2212}   y: 2
        +   y: 3
        \u{2007} )
        """)
  }

  @Test("A value that fits on one line is replaced on one line")
  func inline() {
    #expect(
      diff(Counter(count: 0), Counter(count: 1)) == "- Counter(count: 0)\n+ Counter(count: 1)")
    #expect(diff(1, 2) == "- 1\n+ 2")
  }

  @Test("An enum whose case changed is printed in full")
  func changedCase() {
    #expect(
      diff(Feature.Action.tick, .pair(1, y: "k")) == """
        - Feature.Action.tick
        + Feature.Action.pair(
        +   1,
        +   y: "k"
        + )
        """)
  }

  @Test("An enum whose payload changed shows the difference of the payload")
  func changedPayload() {
    #expect(
      diff(Feature.Action.user(User()), .user(User(name: "Blob Jr."))) == """
          Feature.Action.user(
            User(
              favoriteNumbers: […],
              id: 2,
        -     name: "Blob"
        +     name: "Blob Jr."
            )
          )
        """)
  }

  @Test("An optional value that was added or removed is printed in full")
  func optional() {
    #expect(diff(Point?.none, Point()) == "- nil\n+ Point(\n+   x: 1,\n+   y: 2\n+ )")
    #expect(diff(Point(), nil) == "- Point(\n-   x: 1,\n-   y: 2\n- )\n+ nil")
  }

  @Test("Unequal values with the same dump are reported where they occur")
  func sameDump() {
    #expect(
      diff(Double.nan, .nan) == "  // Not equal but no difference detected:\n- nan\n+ nan")
    struct Reading: Equatable {
      var a = 1
      var value = Double.nan
    }
    #expect(
      diff(Reading(), Reading()) == """
          DiffTests.Reading(
            a: 1,
            // Not equal but no difference detected:
        -   value: nan
        +   value: nan
          )
        """)
    struct Never: Equatable {
      var a = 1
      var b = 2
      static func == (lhs: Never, rhs: Never) -> Bool { false }
    }
    #expect(
      diff(Never(), Never()) == """
          // Not equal but no difference detected:
        - DiffTests.Never(…)
        + DiffTests.Never(…)
        """)
  }

  @Test("Equal texts of different types have the types")
  func types() {
    #expect(diff(1 as Any, 1 as UInt8 as Any) == "- 1 as Int\n+ 1 as UInt8")
    #expect(
      diff((a: 1 as Any, b: 2), (a: Int64(1) as Any, b: 2)) == """
          (
        -   a: 1 as Int,
        +   a: 1 as Int64,
            b: 2
          )
        """)
  }

  @Test("Values that aren't equatable are compared by field")
  func notEquatable() {
    #expect(
      diff(Opaque(), Opaque(user: User(name: "Blob Jr."))) == """
          Opaque(
            user: User(
              favoriteNumbers: […],
              id: 2,
        -     name: "Blob"
        +     name: "Blob Jr."
            ),
            action: @Sendable () -> Int
          )
        """)
  }

  @Test("Objects are compared by field, and cycles are detected")
  func objects() {
    let left = Node("a")
    left.next = Node("b", next: left)
    let right = Node("a")
    right.next = Node("c", next: right)
    let same = Node("a")
    same.next = Node("b", next: same)
    defer { for node in [left, right, same] { node.next = nil } }
    #expect(diff(left, left) == nil)
    #expect(diff(left, same) == nil)
    #expect(
      diff(left, right) == """
          #1 Node(
            name: "a",
            next: #2 Node(
        -     name: "b",
        +     name: "c",
              next: #1 Node(↩︎)
            )
          )
        """)
  }
}
