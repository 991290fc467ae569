import CustomDump
import Testing

struct DiffTests {
  @Test("Equal values have no difference")
  func equal() {
    #expect(diff(1, 1) == nil)
    #expect(diff(User(id: 1, name: "Blob"), User(id: 1, name: "Blob")) == nil)
    #expect(diff(Int?.none, nil) == nil)
    #expect(diff((1, "a"), (1, "a")) == nil)
  }

  @Test("A changed simple value shows both values")
  func simple() {
    #expect(diff(42, 1729) == "- 42\n+ 1729")
    #expect(diff("Blob", "Blob Jr.") == "- \"Blob\"\n+ \"Blob Jr.\"")
    #expect(diff(true, false) == "- true\n+ false")
  }

  @Test("A changed property is shown with its neighbors")
  func property() {
    #expect(
      diff(User(id: 1, name: "Blob"), User(id: 1, name: "Blob Jr.")) == """
          User(
            id: 1,
        -   name: "Blob"
        +   name: "Blob Jr."
          )
        """)
  }

  @Test("Each unchanged property is shown")
  func properties() {
    #expect(
      diff(Person(name: "Blob"), Person(name: "Blob Jr.")) == """
          Person(
        -   name: "Blob",
        +   name: "Blob Jr.",
            age: 30,
            city: "Oslo"
          )
        """)
  }

  @Test("An unchanged value is shown without its contents")
  func unchangedContents() {
    let blob = User(id: 1, name: "Blob")
    #expect(
      diff(
        Pair(driver: blob, passenger: User(id: 2, name: "a")),
        Pair(driver: blob, passenger: User(id: 2, name: "b"))) == """
            Pair(
              driver: User(…),
              passenger: User(
                id: 2,
          -     name: "a"
          +     name: "b"
              )
            )
          """)
  }

  @Test("A changed struct with one simple property stays on one line")
  func singleProperty() {
    #expect(
      diff(Tag(rawValue: "a"), Tag(rawValue: "b"))
        == "- Tag(rawValue: \"a\")\n+ Tag(rawValue: \"b\")")
  }

  @Test("A changed case shows both cases")
  func changedCase() {
    #expect(diff(Toggle.on, .off) == "- Toggle.on\n+ Toggle.off")
    #expect(diff(Event.tapped, .counted(1)) == "- Event.tapped\n+ Event.counted(1)")
    #expect(
      diff(Event.tapped, .moved(x: 1, y: 2)) == """
        - Event.tapped
        + Event.moved(
        +   x: 1,
        +   y: 2
        + )
        """)
  }

  @Test("A changed associated value is shown within its case")
  func changedAssociatedValue() {
    #expect(
      diff(Event.moved(x: 1, y: 2), .moved(x: 1, y: 3)) == """
          Event.moved(
            x: 1,
        -   y: 2
        +   y: 3
          )
        """)
    #expect(
      diff(Event.nested(.counted(1)), .nested(.counted(2))) == """
          Event.nested(
        -   .counted(1)
        +   .counted(2)
          )
        """)
  }

  @Test("An optional that becomes nil shows both values")
  func optional() {
    #expect(diff(Int?.some(1), nil) == "- 1\n+ nil")
    #expect(
      diff(nil, User?.some(User(id: 1, name: "Blob"))) == """
        - nil
        + User(
        +   id: 1,
        +   name: "Blob"
        + )
        """)
  }

  @Test("An inserted or removed element is shown at its index")
  func array() {
    #expect(diff([1], [1, 2]) == "  [\n    [0]: 1,\n+   [1]: 2\n  ]")
    #expect(diff([1, 2], [1]) == "  [\n    [0]: 1,\n-   [1]: 2\n  ]")
    #expect(
      diff([1, 2, 3], [1, 2, 4]) == "  [\n    … (2 unchanged),\n-   [2]: 3\n+   [2]: 4\n  ]")
  }

  @Test("Identifiable elements are matched by identifier")
  func identifiableElements() {
    let users = [User(id: 1, name: "a"), User(id: 2, name: "b")]
    #expect(
      diff(users, [users[0], User(id: 2, name: "c")]) == """
          [
            [0]: User(…),
            [1]: User(
              id: 2,
        -     name: "b"
        +     name: "c"
            )
          ]
        """)
  }

  @Test("A dictionary entry is shown with its key")
  func dictionary() {
    #expect(diff(["a": 1], ["a": 2]) == "  [\n-   \"a\": 1\n+   \"a\": 2\n  ]")
    #expect(diff(["a": 1], ["a": 1, "b": 2]) == "  [\n+   \"b\": 2,\n    … (1 unchanged)\n  ]")
  }

  @Test("A changed set shows the removed and inserted elements")
  func set() {
    #expect(
      diff(Set([1, 2]), Set([1, 3]))
        == "  Set([\n-   2,\n+   3,\n    … (1 unchanged)\n  ])")
  }

  @Test("Multiline strings are compared line by line")
  func text() {
    #expect(
      diff("a\nb\nc", "a\nB\nc") == """
          \"""
          a
        - b
        + B
          c
          \"""
        """)
  }

  @Test("A multiline string is indented below its label")
  func labeledText() {
    #expect(
      diff(Box(value: "a\n\nb"), Box(value: "a\n\nc"))
        == [
          "  Box(", "    value: \"\"\"", "      a", "      ", "-     b", "+     c",
          "      \"\"\"", "  )",
        ].joined(separator: "\n"))
  }

  @Test("A changed tuple shows the changed element")
  func tuple() {
    #expect(diff((x: 1, y: 2), (x: 1, y: 3)) == "  (\n    x: 1,\n-   y: 2\n+   y: 3\n  )")
  }

  @Test("The markers of the proportional format have the same width")
  func proportional() {
    #expect(diff(1, 2, format: .proportional) == "\u{2212} 1\n+ 2")
    #expect(
      diff([1], [1, 2], format: .proportional)
        == "\u{2007} [\n\u{2007}   [0]: 1,\n+   [1]: 2\n\u{2007} ]")
  }

  @Test("A custom format replaces the markers")
  func ownFormat() {
    let format = DiffFormat(first: "<", second: ">", both: "=")
    #expect(diff([1], [2], format: format) == "= [\n<   [0]: 1\n>   [0]: 2\n= ]")
  }

  @Test("Different values with equal dumps are marked")
  func sameDump() {
    #expect(
      diff(Double.nan, .nan) == "  // Not equal but no difference detected:\n- nan\n+ nan")
  }

  @Test("Values that are not equatable are compared by their properties")
  func notEquatable() {
    #expect(diff(Box(value: 1), Box(value: 1)) == nil)
    #expect(diff(Box(value: 1), Box(value: 2)) == "- Box(value: 1)\n+ Box(value: 2)")
  }
}
