import DependencyInjection
import RecordedValues
import RecordCoding
import TestSupport
import Testing

@Suite("Errors in actions")
struct ActionTextErrorTests {
  private static let actions = SampleSchema.actions

  @Test(
    "An error describes the fault, its column and the remedy",
    arguments: [
      ("", "there is no action"),
      (
        "counter.incTapped",
        "there is no action 'counter.incTapped'; did you mean 'counter.incrTapped'?"
      ),
      (
        "conter.incrTapped",
        "there is no action 'conter.incrTapped'; did you mean 'counter.incrTapped'?"
      ),
      ("incrTapped", "there is no action 'incrTapped'; did you mean 'counter.incrTapped'?"),
      ("zzzzzzzzzzzzzz", "there is no action 'zzzzzzzzzzzzzz'"),
      (
        "counter",
        """
        'counter' is not complete (column 8): it continues with .incrTapped, .decrTapped, \
        .nthPrimeResponse, .step or .scale
        """
      ),
      (
        "counter.",
        """
        'counter' is not complete (column 9): it continues with .incrTapped, .decrTapped, \
        .nthPrimeResponse, .step or .scale
        """
      ),
      ("counter.\"x\"", "expected the name of an action, not \"x\" (column 9)"),
      (
        "counter.nthPrimeResponse(\"x\")",
        "'counter.nthPrimeResponse' takes Int? (a number or nil), not \"x\" (column 26)"
      ),
      (
        "counter.step(by: 300)",
        "'by' of 'counter.step' takes UInt8, which cannot hold 300 (column 18)"
      ),
      (
        "counter.step(by: )",
        "'by' of 'counter.step' takes UInt8 (a number, not negative), not ) (column 18)"
      ),
      ("counter.step(to: 3)", "'counter.step' has no field 'to' here; it takes by: (column 14)"),
      ("counter.step()", "'counter.step' needs a value for 'by', of type UInt8 (column 14)"),
      ("counter.step(1, 2)", "'counter.step' takes 1 value, not more (column 17)"),
      ("counter.step", "'counter.step' needs a value: counter.step(by: UInt8)"),
      ("counter.step(1", "expected ')', not the end of the line (column 15)"),
      ("counter.step(1 2)", "expected ')', not 2 (column 16)"),
      ("counter.step(1]", "expected ')', not ] (column 15)"),
      (
        "alerts.post(Alert(text: \"x\"", "expected ',' or ')', not the end of the line (column 28)"
      ),
      (
        "favoritePrimes.deleteFavoritePrimes([1",
        "expected ',' or ']', not the end of the line (column 39)"
      ),
      (
        "favoritePrimes.deleteFavoritePrimes([1]",
        "expected ')', not the end of the line (column 40)"
      ),
      ("counter.incrTapped(1)", "'counter.incrTapped' takes no value (column 19)"),
      ("counter.incrTapped now", "the action ends before now (column 20)"),
      (
        "favoritePrimes.deleteFavoritePrimes",
        """
        'favoritePrimes.deleteFavoritePrimes' needs a value: \
        favoritePrimes.deleteFavoritePrimes(Set<Int>)
        """
      ),
      (
        "favoritePrimes.deleteFavoritePrimes([1, 1])",
        "'favoritePrimes.deleteFavoritePrimes' holds 1 twice (column 41)"
      ),
      (
        "alerts.post(Alert(text: \"x\", severity: .waning))",
        """
        'severity' of 'alerts.post' takes Severity, which has no case 'waning'; did you mean \
        '.warning'? (column 40)
        """
      ),
      (
        "alerts.post(Alarm(text: \"x\"))",
        """
        'alerts.post' takes Alert (Alert(text: String, severity: Severity, link: URL?)), not Alarm \
        (column 13)
        """
      ),
      ("alerts.post(Alert(text: \"x))", "the text that begins at column 25 has no closing quote"),
      (
        "alerts.post(Alert(text: \"\\q\"))",
        "there is no escape \\q (column 26); write \\n, \\r, \\t, \\0, \\\", \\\\ or \\u{…}"
      ),
      (
        "shoppingList.products.toggled",
        """
        'shoppingList.products' needs a row: shoppingList.products[id: …] or \
        shoppingList.products[0] (column 23)
        """
      ),
      ("counter.scale(1e999)", "'counter.scale' takes Double (a number), not 1e999 (column 15)"),
    ])
  func wording(line: String, description: String) {
    let error = #expect(throws: ActionTextError.self) { try Self.actions.parse(line) }
    #expect(error?.description == description)
  }

  @Test("An error about a missing row has the number of rows")
  func noSuchRow() {
    let error = #expect(throws: ActionTextError.self) {
      try Self.actions.parse(
        "shoppingList.products[7].toggled", state: SampleSchema.state(),
        stateType: SampleSchema.state)
    }
    #expect(
      error?.description
        == """
        there is no row 7 of 'shoppingList.products', which has 2 rows, counted from 0 (column 23)
        """
    )
    let none = #expect(throws: ActionTextError.self) {
      try Self.actions.parse(
        "shoppingList.products[0].toggled", state: SampleSchema.state(rows: []),
        stateType: SampleSchema.state)
    }
    #expect(none?.description.contains("'shoppingList.products', which has no rows") == true)
  }

  @Test("An error about an unclosed row expects its bracket")
  func openRow() {
    let error = #expect(throws: ActionTextError.self) {
      try Self.actions.parse(
        "shoppingList.products[1", state: SampleSchema.state(), stateType: SampleSchema.state)
    }
    #expect(error?.description == "expected ']', not the end of the line (column 24)")
  }

  @Test("A row cannot be found by its index without a state")
  func noState() {
    #expect(
      throws: ActionTextError.unknownRows(path: "shoppingList.products", index: 0, column: 23)
    ) { try Self.actions.parse("shoppingList.products[0].toggled") }
  }

  @Test("Control characters in the line are escaped in the message")
  func hostile() {
    let error = #expect(throws: ActionTextError.self) {
      try Self.actions.parse("counter.step(by: \u{1B}]0;x\u{7}\u{202E})")
    }
    #expect(error?.description.contains("\\u{1B}") == true)
    #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
    #expect(error?.description.unicodeScalars.contains("\u{202E}") == false)
  }

  @Test("A line of any length is an action or an error with a short message")
  func long() throws {
    let count = 100_000
    let lines = [
      String(repeating: "[", count: count), "counter(" + String(repeating: "(", count: count),
      String(repeating: "counter.", count: count / 10),
      "alerts.post(Alert(text: \"" + String(repeating: "a", count: 2_000_000),
      "favoritePrimes.deleteFavoritePrimes(" + String(repeating: "[", count: count),
      "counter.step(by: " + String(repeating: "9", count: count),
      String(repeating: "\"", count: count + 1), String(repeating: "x", count: count),
    ]
    for line in lines {
      let error = #expect(throws: ActionTextError.self) { try Self.actions.parse(line) }
      #expect((error?.description.count ?? 0) < 1000)
    }
    let list = (0..<count / 10).map(String.init).joined(separator: ", ")
    _ = try Self.actions.parse("favoritePrimes.deleteFavoritePrimes([\(list)])")
  }

  @Test("Recursive types are parsed up to the maximum depth")
  func deep() throws {
    let schema = Schema(types: [
      TypeDefinition(name: "App.Tree", kind: .structure([RecordField("trees", .array(.named(0)))])),
      TypeDefinition(
        name: "App.Action",
        kind: .enumeration([
          RecordCase("set", [RecordField(nil, .named(0))]),
          RecordCase("again", [RecordField(nil, .named(1))]),
        ])),
    ])
    let actions = ActionText(schema: schema, type: .named(1))
    let tree = { String(repeating: "Tree([", count: $0) + String(repeating: "])", count: $0) }
    _ = try actions.parse("set(\(tree(200)))")
    for line in ["set(\(tree(10_000)))", String(repeating: "again.", count: 10_000)] {
      let error = #expect(throws: ActionTextError.self) { try actions.parse(line) }
      guard case .tooDeep = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
    }
  }

  @Test("A line with a changed character is an action or an error", arguments: 0..<60)
  func mutated(seed: UInt64) throws {
    var random = RandomSchema(seed: seed, rootIsEnumeration: true)
    let actions = ActionText(schema: random.schema, type: .named(0))
    let signs: [Unicode.Scalar] = [
      "(", ")", "[", "]", "\"", ".", ",", ":", "\\", "`", "-", "9", " ",
    ]
    for _ in 0..<10 {
      var scalars = Array(actions.text(of: try random.value(of: .named(0))).unicodeScalars)
      for _ in 0..<3 where !scalars.isEmpty {
        let index = random.generator.below(scalars.count)
        switch random.generator.below(3) {
        case 0: scalars.remove(at: index)
        case 1: scalars.insert(random.generator.pick(signs), at: index)
        default: scalars[index] = random.generator.pick(signs)
        }
      }
      let line = String(String.UnicodeScalarView(scalars))
      // A successfully parsed line is a value of the type, and prints as itself.
      guard let action = try? actions.parse(line) else { continue }
      #expect(try actions.parse(actions.text(of: action)) == action, "\(line)")
    }
  }
}
