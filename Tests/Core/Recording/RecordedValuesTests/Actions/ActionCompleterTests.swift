import RecordedValues
import RecordCoding
import TestSupport
import Testing

@Suite("Action completion")
struct ActionCompleterTests {
  private let completer = ActionCompleter(SampleSchema.actions, words: ["quit", "wait effects"])

  /// Returns the lines to which a line can be completed.
  private func lines(_ line: String) -> [String] {
    completer.complete(line).candidates.map(\.text)
  }

  @Test("An empty line is completed to any feature's action, or a word")
  func empty() {
    #expect(
      lines("") == [
        "counter.", "favoritePrimes.", "shoppingList.", "alerts.", "quit", "wait effects",
      ])
  }

  @Test(
    "Names are completed together with the text that follows them",
    arguments: [
      ("co", ["counter."]), ("counter", ["counter."]),
      (
        "counter.",
        [
          "counter.incrTapped", "counter.decrTapped", "counter.nthPrimeResponse(", "counter.step(",
          "counter.scale(",
        ]
      ),
      ("counter.incr", ["counter.incrTapped"]), (".counter.incr", [".counter.incrTapped"]),
      ("counter.s", ["counter.step(", "counter.scale("]), ("nothing", []), ("counter.x", []),
      ("wait e", ["wait effects"]), ("shoppingList.p", ["shoppingList.products["]),
      ("counter.incrTapped", ["counter.incrTapped"]), ("counter.incrTapped ", []),
    ])
  func names(line: String, expected: [String]) {
    #expect(lines(line) == expected)
  }

  @Test(
    "Raw identifiers are completed, with and without their first backtick",
    arguments: [
      ("`", ["`tap twice`", "`404`(", "`a.b`("]), ("tap", ["`tap twice`"]),
      ("`tap t", ["`tap twice`"]), ("`4", ["`404`("]), ("`a.", ["`a.b`("]), ("`x", []),
      ("`a.b`(", ["`a.b`(`the label`: "]), ("`a.b`(`the l", ["`a.b`(`the label`: "]),
      ("`a.b`(`the label`: .`to", ["`a.b`(`the label`: .`to do`"]),
      ("`a.b`(`the label`: .`to do`", ["`a.b`(`the label`: .`to do`)"]),
    ])
  func rawIdentifiers(line: String, expected: [String]) {
    let schema = Schema(types: [
      TypeDefinition(
        name: "A.`an action`",
        kind: .enumeration([
          RecordCase("tap twice"), RecordCase("404", [RecordField(nil, .signed(bits: 64))]),
          RecordCase("a.b", [RecordField("the label", .named(1))]),
        ])),
      TypeDefinition(
        name: "A.`a mode`", kind: .enumeration([RecordCase("to do"), RecordCase("done")])),
    ])
    let completer = ActionCompleter(ActionText(schema: schema, type: .named(0)), words: [])
    #expect(completer.complete(line).candidates.map(\.text) == expected)
  }

  @Test(
    "Rows are completed before their actions",
    arguments: [
      ("shoppingList.products", ["shoppingList.products["]),
      ("shoppingList.products[0]", ["shoppingList.products[0]."]),
      (
        "shoppingList.products[id: \"]\"].",
        [
          "shoppingList.products[id: \"]\"].toggled",
          "shoppingList.products[id: \"]\"].updateName(",
        ]
      ),
      ("shoppingList.products[0].t", ["shoppingList.products[0].toggled"]),
      ("shoppingList.products[", []),
    ])
  func rows(line: String, expected: [String]) {
    #expect(lines(line) == expected)
  }

  @Test(
    "Values are completed by their types",
    arguments: [
      ("counter.nthPrimeResponse(", ["counter.nthPrimeResponse(nil"]),
      ("counter.nthPrimeResponse(nil", ["counter.nthPrimeResponse(nil)"]),
      ("counter.nthPrimeResponse(17", ["counter.nthPrimeResponse(17)"]),
      ("counter.step(", ["counter.step(by: "]),
      ("counter.step(b", ["counter.step(by: "]),
      ("counter.step(by: 3", ["counter.step(by: 3)"]),
      ("alerts.post(", ["alerts.post(Alert("]),
      ("alerts.post(Alert(", ["alerts.post(Alert(text: "]),
      ("alerts.post(Alert(text: ", ["alerts.post(Alert(text: \""]),
      (
        "alerts.post(Alert(text: \"a, b)\"", ["alerts.post(Alert(text: \"a, b)\", "]
      ),
      (
        "alerts.post(Alert(text: \"\", severity: ",
        [".info", ".warning", ".error"].map { "alerts.post(Alert(text: \"\", severity: " + $0 }
      ),
      (
        "alerts.post(Alert(text: \"\", severity: .w",
        ["alerts.post(Alert(text: \"\", severity: .warning"]
      ),
      (
        "alerts.post(Alert(text: \"\", severity: .warning",
        ["alerts.post(Alert(text: \"\", severity: .warning, "]
      ),
      (
        "alerts.dismiss(at: \"x\", animated: t",
        ["alerts.dismiss(at: \"x\", animated: true"]
      ),
      (
        "alerts.dismiss(at: \"x\", animated: true",
        ["alerts.dismiss(at: \"x\", animated: true)"]
      ),
      ("favoritePrimes.deleteFavoritePrimes(", ["favoritePrimes.deleteFavoritePrimes(["]),
      (
        "favoritePrimes.deleteFavoritePrimes([2, 3]",
        ["favoritePrimes.deleteFavoritePrimes([2, 3])"]
      ),
    ])
  func values(line: String, expected: [String]) {
    #expect(lines(line) == expected)
  }

  /// Completes a line in a state with rows.
  private func complete(_ line: String, rows: [RecordedValue]? = nil) -> ActionCompleter.Result {
    ActionCompleter(SampleSchema.actions, stateType: SampleSchema.state)
      .complete(line, state: SampleSchema.state(rows: rows))
  }

  @Test(
    "Existing rows are listed by index, or by identity after 'id:'",
    arguments: [
      ("[", ["0].", "1]."], ["0 \"Milk\"", "1 \"Bread\""]),
      ("[ 1", ["1]."], ["1 \"Bread\""]), ("[2", [], []), ("[i", ["id: "], ["id: "]), ("[x", [], []),
      (
        "[id: ", ["id: \"\(SampleSchema.milk)\"].", "id: \"\(SampleSchema.bread)\"]."],
        ["\"\(SampleSchema.milk)\" \"Milk\"", "\"\(SampleSchema.bread)\" \"Bread\""]
      ),
      (
        "[id: \"00000000-0000-0000-0000-000000000002", ["id: \"\(SampleSchema.bread)\"]."],
        ["\"\(SampleSchema.bread)\" \"Bread\""]
      ),
      ("[id: 1", [], []),
    ])
  func rowsOfState(typed: String, ends: [String], titles: [String]) {
    let candidates = complete("shoppingList.products\(typed)").candidates
    #expect(candidates.map(\.title) == titles)
    let spaces = typed.hasPrefix("[ ") ? " " : ""
    #expect(candidates.map(\.text) == ends.map { "shoppingList.products[\(spaces)\($0)" })
  }

  @Test("Rows beyond the limit are counted instead of listed")
  func manyRows() {
    let rows = (0..<10_000).map {
      SampleSchema.row(SampleSchema.uuid(UInt8($0 % 256)), "Row \($0)")
    }
    let all = complete("shoppingList.products[", rows: rows)
    #expect(all.candidates.count == 100)
    #expect(all.unlisted == 9900)
    let some = complete("shoppingList.products[99", rows: rows)
    #expect(some.candidates.count == 100)
    #expect(some.candidates.last?.title == "9988 \"Row 9988\"")
    #expect(some.unlisted == 11)
  }

  @Test("Completing a row of an empty list reports that there are no rows")
  func noRows() {
    let result = complete("shoppingList.products[", rows: [])
    #expect(result.candidates.isEmpty)
    #expect(result.hint == "there are no rows")
  }

  @Test("A hint describes the expected text if nothing can be listed")
  func hints() {
    #expect(completer.complete("counter.scale(").hint == "a number")
    #expect(completer.complete("shoppingList.products[0].updateName(\"M").hint == "text in quotes")
    #expect(completer.complete("shoppingList.products[").hint?.contains("row") == true)
  }

  @Test(
    "Every prefix of a line can be completed, even with a character missing",
    arguments: [
      "shoppingList.products[id: \"\(SampleSchema.milk)\"].updateName(\"a\\u{41}\")",
      "shoppingList.products[1].updateName(\"牛\")",
      "alerts.post(Alert(text: \"\", severity: .info))",
      "favoritePrimes.loaded([\"a\": true])", "favoritePrimes.deleteFavoritePrimes([2, 3])",
    ])
  func prefixes(line: String) {
    for end in 0...line.count {
      let head = line.prefix(end)
      _ = complete(String(head))
      for place in head.indices {
        var rest = head
        rest.remove(at: place)
        let candidates = complete(String(rest)).candidates
        #expect(candidates.allSatisfy { !$0.text.isEmpty })
      }
    }
  }

  @Test("A completely completed line is an action")
  func wholeActions() throws {
    for entry in SampleSchema.actions.catalog.entries where !entry.signature.contains("(") {
      let line = entry.path.replacing("[…]", with: "[id: \(SampleSchema.milk)]")
      #expect(lines(line) == [line])
      _ = try SampleSchema.actions.parse(line)
    }
  }
}
