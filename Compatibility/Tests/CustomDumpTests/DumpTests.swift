import CustomDump
import Testing

/// Tests the dumps of Swift's own values.
struct DumpTests {
  private func dumped(_ value: Any, maxDepth: Int = .max) -> String {
    String(customDumping: value, maxDepth: maxDepth)
  }

  @Test("A struct is dumped with a line per property")
  func structure() {
    #expect(
      dumped(User(id: 42, name: "Blob")) == """
        User(
          id: 42,
          name: "Blob"
        )
        """)
  }

  @Test("A nested struct is indented")
  func nestedStructure() {
    #expect(
      dumped(Pair(driver: User(id: 1, name: "Blob"), passenger: User(id: 2, name: "Blob Jr.")))
        == """
        Pair(
          driver: User(
            id: 1,
            name: "Blob"
          ),
          passenger: User(
            id: 2,
            name: "Blob Jr."
          )
        )
        """)
  }

  @Test("A struct with one simple property is dumped on one line")
  func singleProperty() {
    #expect(dumped(Tag(rawValue: "deadbeef")) == #"Tag(rawValue: "deadbeef")"#)
    #expect(dumped(Box<Int?>(value: nil)) == "Box(value: nil)")
    #expect(dumped(Box<[Int]>(value: [])) == "Box(value: [])")
  }

  @Test("A property with nested properties is dumped on separate lines")
  func singleNestedProperty() {
    #expect(
      dumped(Box(value: Tag(rawValue: "a"))) == """
        Box(
          value: Tag(rawValue: "a")
        )
        """)
  }

  @Test("A struct without properties is dumped with empty parentheses")
  func emptyStructure() {
    struct Empty {}
    #expect(dumped(Empty()) == "DumpTests.Empty()")
  }

  @Test("An enum at the root of a dump shows its type")
  func enumeration() {
    #expect(dumped(Event.tapped) == "Event.tapped")
    #expect(dumped(Event.counted(42)) == "Event.counted(42)")
    #expect(dumped(Event.named(name: "Blob")) == #"Event.named(name: "Blob")"#)
    #expect(dumped(Event.toggled(.on)) == "Event.toggled(.on)")
  }

  @Test("Several associated values are dumped with a line each")
  func associatedValues() {
    #expect(
      dumped(Event.moved(x: 1, y: 2)) == """
        Event.moved(
          x: 1,
          y: 2
        )
        """)
  }

  @Test("An associated value with nested values is dumped on separate lines")
  func nestedEnumeration() {
    #expect(
      dumped(Event.nested(.nested(.counted(1)))) == """
        Event.nested(
          .nested(
            .counted(1)
          )
        )
        """)
    #expect(
      dumped(Event.tagged(Tag(rawValue: "a"))) == """
        Event.tagged(
          Tag(rawValue: "a")
        )
        """)
  }

  @Test("An enum within another value omits its type")
  func enumerationWithinStructure() {
    #expect(dumped(Box(value: Toggle.off)) == "Box(value: .off)")
    #expect(dumped([Toggle.on]) == "[\n  [0]: .on\n]")
  }

  @Test("An optional is dumped as its value, or as nil")
  func optional() {
    #expect(dumped(Int?.none as Any) == "nil")
    #expect(dumped(Int?.some(42) as Any) == "42")
    #expect(dumped(Toggle?.some(.on) as Any) == "Toggle.on")
  }

  @Test("An array is dumped with its indices")
  func array() {
    #expect(dumped([1, 2]) == "[\n  [0]: 1,\n  [1]: 2\n]")
    #expect(dumped([Int]()) == "[]")
    #expect(dumped([[1]]) == "[\n  [0]: [\n    [0]: 1\n  ]\n]")
  }

  @Test("A dictionary is dumped sorted by key")
  func dictionary() {
    #expect(dumped(["b": 2, "a": 1]) == "[\n  \"a\": 1,\n  \"b\": 2\n]")
    #expect(dumped([Int: Int]()) == "[:]")
  }

  @Test("A set is dumped sorted by element")
  func set() {
    #expect(dumped(Set(["b", "a"])) == "Set([\n  \"a\",\n  \"b\"\n])")
    #expect(dumped(Set<Int>()) == "Set([])")
  }

  @Test("A tuple is dumped with its labels")
  func tuple() {
    #expect(dumped((x: 42, y: "Blob")) == "(\n  x: 42,\n  y: \"Blob\"\n)")
    #expect(dumped((42, true)) == "(\n  42,\n  true\n)")
    #expect(dumped(()) == "()")
  }

  @Test("A string is dumped in quotation marks")
  func text() {
    #expect(dumped("Hello, Blob!") == #""Hello, Blob!""#)
    #expect(dumped("Blob".dropFirst()) == #""lob""#)
    #expect(dumped(Character("B")) == #""B""#)
  }

  @Test("A string with quotation marks or backslashes is dumped as a raw string")
  func rawText() {
    #expect(dumped(#"Hello, "Blob"!"#) == ##"#"Hello, "Blob"!"#"##)
    #expect(dumped(#"C:\Blob"#) == ##"#"C:\Blob"#"##)
    #expect(dumped(##"a "# b"##) == ###"##"a "# b"##"###)
  }

  @Test("A multiline string is dumped in triple quotation marks")
  func multilineText() {
    #expect(dumped("Hello,\nBlob!") == "\"\"\"\nHello,\nBlob!\n\"\"\"")
    #expect(dumped("a \"\"\"\nb") == "#\"\"\"\na \"\"\"\nb\n\"\"\"#")
  }

  @Test("An object is dumped with the properties of its superclass first")
  func object() {
    #expect(dumped(Dog(name: "Rex")).hasSuffix("Dog(\n  name: \"Rex\",\n  age: 3\n)"))
  }

  @Test("A reference cycle ends at the object that was already dumped")
  func cycle() {
    let link = Link(title: "a")
    link.next = link
    defer { link.next = nil }
    #expect(dumped(link).hasSuffix("Link(↩︎)\n)"))
  }

  @Test("A metatype is dumped by its name")
  func metatype() {
    #expect(dumped(User.self) == "User.self")
    #expect(dumped([Int]?.self) == "[Int]?.self")
    #expect(dumped(Box<[String: Int?]>.self) == "Box<[String: Int?]>.self")
  }

  @Test("A type-erased value is dumped as its base")
  func erased() {
    #expect(dumped(AnyHashable(Tag(rawValue: "a"))) == #"Tag(rawValue: "a")"#)
  }

  @Test("A result is dumped as an enum")
  func result() {
    struct Failure: Error, Equatable {}
    #expect(dumped(Result<Int, Failure>.success(1)).hasSuffix(".success(1)"))
    #expect(
      dumped([Result<Int, Failure>.failure(Failure())]).contains(".failure(DumpTests.Failure())"))
  }

  @Test("Values below the maximum depth are omitted")
  func maxDepth() {
    let pair = Pair(driver: User(id: 1, name: "Blob"), passenger: User(id: 2, name: "Blob Jr."))
    #expect(dumped(pair, maxDepth: 0) == "Pair(…)")
    #expect(dumped(pair, maxDepth: 1) == "Pair(\n  driver: User(…),\n  passenger: User(…)\n)")
    #expect(dumped([1], maxDepth: 0) == "[…]")
    #expect(dumped(["a": 1], maxDepth: 0) == "[…]")
    #expect(dumped(Set([1]), maxDepth: 0) == "Set([…])")
    #expect(dumped("a\nb", maxDepth: 0) == #""…""#)
  }

  @Test("A value that fits on one line is dumped at any depth")
  func maxDepthOfLine() {
    #expect(dumped(Tag(rawValue: "a"), maxDepth: 0) == #"Tag(rawValue: "a")"#)
    #expect(dumped(Event.counted(1), maxDepth: 0) == "Event.counted(1)")
  }

  @Test("A dump can have a name and an indentation")
  func nameAndIndent() {
    var text = ""
    customDump(User(id: 1, name: "Blob"), to: &text, name: "user", indent: 2)
    #expect(text == "  user: User(\n    id: 1,\n    name: \"Blob\"\n  )")
  }

  @Test("customDump returns the value")
  func returnedValue() {
    var text = ""
    let user = customDump(User(id: 1, name: "Blob"), to: &text)
    #expect(user == User(id: 1, name: "Blob"))
  }
}
