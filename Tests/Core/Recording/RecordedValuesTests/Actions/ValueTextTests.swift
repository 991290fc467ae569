import DependencyInjection
import RecordedValues
import Foundation
import RecordCoding
import TestSupport
import Testing

@Suite("Values as text")
struct ValueTextTests {
  private let printer = ValueText(schema: SampleSchema.schema)

  @Test(
    "Each scalar of quoted text is visible",
    arguments: [
      ("Milk", #""Milk""#), ("a\"b\\", #""a\"b\\""#), ("\n\r\t\0", #""\n\r\t\u{0}""#),
      ("\u{1B}[2J\u{7F}\u{9B}", #""\u{1B}[2J\u{7F}\u{9B}""#),
      ("a\u{202E}b\u{2066}", #""a\u{202E}b\u{2066}""#),
      ("\u{FEFF}\u{200B}", #""\u{FEFF}\u{200B}""#),
      ("\u{A0}\u{2028}", #""\u{A0}\u{2028}""#), ("\u{E0041}\u{E000}", #""\u{E0041}\u{E000}""#),
      ("größe 日本 🎉", #""größe 日本 🎉""#),
    ])
  func quoting(text: String, quoted: String) {
    #expect(text.quoted == quoted)
  }

  @Test(
    "Numbers print exactly",
    arguments: [
      (0.1, "0.1"), (-0.0, "-0.0"), (.infinity, "inf"), (.nan, "nan"),
      (.leastNonzeroMagnitude, "5e-324"),
      (Double(bitPattern: 0xFFF8_0000_0000_0001), "Double(bits: 0xfff8000000000001)"),
    ] as [(Double, String)])
  func doubles(value: Double, text: String) {
    #expect(printer.text(of: .double(bits: value.bitPattern), as: .double) == text)
  }

  @Test(
    "Dates have the fewest decimal places that are exact, but at least three",
    arguments: [
      (0, "\"2001-01-01T00:00:00.000Z\""), (0.25, "\"2001-01-01T00:00:00.250Z\""),
      (0.0625, "\"2001-01-01T00:00:00.0625Z\""), (-10.0625, "\"2000-12-31T23:59:49.9375Z\""),
      (721_768_889.16, "\"2023-11-15T19:21:29.160Z\""),
      (785_000_000.1234567, "\"2025-11-16T15:33:20.1234567Z\""),
      (0.1 + 0.2, "Date(seconds: 0.30000000000000004)"), (1e300, "Date(seconds: 1e+300)"),
      (-.infinity, "Date(seconds: -inf)"), (.nan, "Date(bits: 0x7ff8000000000000)"),
      (791_640_000, "\"2026-02-01T12:00:00.000Z\""),
    ] as [(Double, String)])
  func dates(seconds: Double, text: String) throws {
    #expect(printer.text(of: .date(bits: seconds.bitPattern), as: .date) == text)
    let parsed = try ActionText.parseValue(text, as: .date, in: Schema())
    #expect(parsed == .date(bits: seconds.bitPattern))
  }

  @Test(
    "Parsing rejects an invalid date, or text after a date",
    arguments: [
      "2026-02-31T12:00:00Z", "2026-13-01T12:00:00Z", "2026-01-31T12:00:00Zjunk", "2026-01-31",
      "2026-01-31T12:00:00junkZ", "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00.1.2Z",
      "2026-01-31T12:00:00+02:00", " 2026-01-31T12:00:00Z", "",
    ])
  func invalidDates(text: String) {
    #expect(throws: ActionTextError.self) {
      try ActionText.parseValue(text.quoted, as: .date, in: Schema())
    }
  }

  @Test("A state is printed with one field per line")
  func lines() {
    let state = SampleSchema.state(
      rows: [SampleSchema.row(SampleSchema.milk, "Milk")],
      destination: .enumeration(case: 1, payload: [SampleSchema.row(SampleSchema.bread, "Bread")]))
    #expect(
      printer.lines(of: state, as: SampleSchema.state).joined(separator: "\n") == """
        AppFeature.State(
          count: 1,
          favoritePrimes: [
            [0]: 2,
            [1]: 3
          ],
          shoppingList: ShoppingListFeature.State(
            products: [
              [0]: Product(
                id: "00000000-0000-0000-0000-000000000001",
                name: "Milk",
                isDone: false
              )
            ]
          ),
          counts: [
            "a": 1
          ],
          tags: [
            "x"
          ],
          destination: .item(
            Product(
              id: "00000000-0000-0000-0000-000000000002",
              name: "Bread",
              isDone: false
            )
          )
        )
        """)
  }

  private func difference(_ expected: RecordedValue, _ actual: RecordedValue) -> String {
    printer.differenceLines(expected: expected, actual: actual, as: SampleSchema.state)
      .joined(separator: "\n")
  }

  @Test("Equal values have no difference")
  func same() {
    #expect(difference(SampleSchema.state(), SampleSchema.state()) == "")
  }

  @Test("A difference shows changed parts, and folds unchanged parts")
  func changedRow() {
    let rows = { (name: String) in
      (1...100).map { SampleSchema.row(SampleSchema.uuid($0), $0 == 50 ? name : "row") }
    }
    #expect(
      difference(
        SampleSchema.state(count: 1, rows: rows("Milk")),
        SampleSchema.state(count: 2, rows: rows("Oats"))
      )
        == """
          AppFeature.State(
        -   count: 1,
        +   count: 2,
            … (1 unchanged)
            shoppingList.products[49]: Product(
              id: "00000000-0000-0000-0000-000000000032",
        -     name: "Milk",
        +     name: "Oats",
              isDone: false
            ),
            … (3 unchanged)
          )
        """)
  }

  @Test("A difference at any depth begins with its path", arguments: 1...40)
  func depth(levels: Int) {
    // Structures, cases, lists and dictionaries, each within the one before it.
    let types = (0..<levels).map { level -> TypeDefinition in
      let inner = TypeReference.named(level + 1)
      let fields = [RecordField("n", .signed(bits: 64)), RecordField("inner", .optional(inner))]
      return switch level % 4 {
      case 0: TypeDefinition(name: "App.S\(level)", kind: .structure(fields))
      case 1:
        TypeDefinition(
          name: "App.E\(level)",
          kind: .enumeration([RecordCase("inner", [RecordField(nil, inner)])]))
      case 2: TypeDefinition(name: "App.L\(level)", kind: .structure([.init("l", .array(inner))]))
      default:
        TypeDefinition(
          name: "App.D\(level)",
          kind: .structure([.init("d", .dictionary(key: .string, value: inner))]))
      }
    }
    let leaf = TypeDefinition(name: "App.Leaf", kind: .structure([.init("x", .bool)]))
    func value(_ isOn: Bool) -> RecordedValue {
      (0..<levels).reversed().reduce(.product([.bool(isOn)])) { inner, level in
        switch level % 4 {
        case 0: .product([.signed(1), .some(inner)])
        case 1: .enumeration(case: 0, payload: [inner])
        case 2: .product([.sequence([inner])])
        default: .product([.dictionary([RecordedPair(key: .string("k"), value: inner)])])
        }
      }
    }
    let lines = ValueText(schema: Schema(types: types + [leaf])).differenceLines(
      expected: value(false), actual: value(true), as: .named(0))
    let places = [".inner", ".inner", ".l[0]", ".d[\"k\"]"]
    let path = (0..<levels).map { places[$0 % 4] }.joined().dropFirst()
    #expect(lines == ["  \(path): Leaf(", "-   x: false", "+   x: true", "  )"])
  }

  @Test("Elements are matched by identity, key and index")
  func matching() {
    let milk = SampleSchema.row(SampleSchema.milk, "Milk")
    let bread = SampleSchema.row(SampleSchema.bread, "Bread")
    #expect(
      difference(
        SampleSchema.state(primes: [2, 3, 5], rows: [milk, bread], counts: [("a", 1), ("b", 2)]),
        SampleSchema.state(primes: [2, 5], rows: [bread], counts: [("a", 1), ("b", 3), ("c", 4)]))
          == """
            AppFeature.State(
              count: 1,
              favoritePrimes: [
                [0]: 2,
          -     [1]: 3,
                [1]: 5
              ],
              shoppingList.products: [
          -     [0]: Product(
          -       id: "00000000-0000-0000-0000-000000000001",
          -       name: "Milk",
          -       isDone: false
          -     ),
                … (1 unchanged)
              ],
              counts: [
                "a": 1,
          -     "b": 2
          +     "b": 3,
          +     "c": 4
              ],
              … (2 unchanged)
            )
          """)
  }

  @Test("Moved rows are removed and inserted again")
  func moved() {
    let rows = (1...3).map { SampleSchema.row(SampleSchema.uuid($0), "r\($0)") }
    let lines = printer.differenceLines(
      expected: .sequence(rows), actual: .sequence([rows[2], rows[0], rows[1]]),
      as: .identifiedArray(SampleSchema.product))
    let row = { (sign: String, place: Int, end: String) in
      [
        "\(sign)   [\(place)]: Product(",
        "\(sign)     id: \"\(SampleSchema.uuid(3).uuidString)\",",
        "\(sign)     name: \"r3\",", "\(sign)     isDone: false", "\(sign)   )\(end)",
      ]
    }
    #expect(
      lines == ["  ["] + row("+", 0, ",") + ["    … (2 unchanged)"] + row("-", 2, "") + ["  ]"])
  }

  @Test("The fewest possible rows are removed when rows are shuffled", arguments: 0..<30)
  func shuffled(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let order = Array(0..<9).shuffled(using: &generator)
    let row = { (id: Int) in SampleSchema.row(SampleSchema.uuid(UInt8(id)), "r\(id)") }
    let lines = printer.differenceLines(
      expected: .sequence((0..<9).map(row)), actual: .sequence(order.map(row)),
      as: .identifiedArray(SampleSchema.product))
    // The length of the longest increasing subsequence that ends at each index, by brute force.
    var lengths: [Int] = []
    for (index, id) in order.enumerated() {
      lengths.append(1 + ((0..<index).filter { order[$0] < id }.map { lengths[$0] }.max() ?? 0))
    }
    let moved = 9 - (lengths.max() ?? 0)
    #expect(lines.count { $0.hasPrefix("-   [") } == moved)
    #expect(lines.count { $0.hasPrefix("+   [") } == moved)
  }

  @Test("A change to a different case shows both values as a whole")
  func otherCase() {
    let lines = printer.differenceLines(
      expected: .enumeration(case: 0, payload: []),
      actual: .enumeration(case: 1, payload: [SampleSchema.row(SampleSchema.milk, "Milk")]),
      as: .named(11))
    #expect(lines.first == "- .none")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("+ ") })
  }

  @Test(
    "A type is shown by its last name, and a feature's state and action also by the feature's",
    arguments: [
      ("Alerts.Alert", "Alert"), ("Counter.CounterFeature.State", "CounterFeature.State"),
      ("App.State", "State"), ("Swift.Result<Swift.Int, App.Failure>", "Result"),
      ("App.(unknown context at $10a).Hidden", "Hidden"), ("Plain", "Plain"),
    ])
  func names(full: String, short: String) {
    #expect(TypeDefinition(name: full, kind: .structure([])).shortName == short)
  }
}
