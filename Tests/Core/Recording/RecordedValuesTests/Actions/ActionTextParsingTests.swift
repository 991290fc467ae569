import RecordedValues
import Foundation
import RecordCoding
import TestSupport
import Testing

@Suite("Parsing actions")
struct ActionTextParsingTests {
  private static let id = "00000000-0000-0000-0000-000000000001"

  @Test(
    "An action in a short form is parsed and printed in full",
    arguments: [
      ("counter.incrTapped", "counter.incrTapped"),
      ("  counter . incrTapped ( ) ", "counter.incrTapped"),
      (".counter.incrTapped", "counter.incrTapped"),
      ("counter(.incrTapped)", "counter.incrTapped"),
      ("counter.nthPrimeResponse(17)", "counter.nthPrimeResponse(17)"),
      ("counter.nthPrimeResponse(.some(1_7))", "counter.nthPrimeResponse(17)"),
      ("counter.nthPrimeResponse(nil)", "counter.nthPrimeResponse(nil)"),
      ("counter.nthPrimeResponse()", "counter.nthPrimeResponse(nil)"),
      ("counter.nthPrimeResponse(-3)", "counter.nthPrimeResponse(-3)"),
      ("counter.step(by: 3)", "counter.step(by: 3)"),
      ("counter.step(3)", "counter.step(by: 3)"),
      ("counter.scale(2)", "counter.scale(2.0)"),
      ("counter.scale(-inf)", "counter.scale(-inf)"),
      (
        "favoritePrimes.deleteFavoritePrimes([2, 0])", "favoritePrimes.deleteFavoritePrimes([0, 2])"
      ),
      (
        "favoritePrimes.loaded([\"b\": true, \"a\": false,])",
        "favoritePrimes.loaded([\"a\": false, \"b\": true])"
      ),
      ("favoritePrimes.loaded([:])", "favoritePrimes.loaded([:])"),
      ("favoritePrimes.loaded([])", "favoritePrimes.loaded([:])"),
      ("favoritePrimes.done", "favoritePrimes.done(())"),
      ("favoritePrimes.done()", "favoritePrimes.done(())"),
      (
        "alerts.post(Alert(text: \"Milk\", severity: .warning))",
        "alerts.post(Alert(text: \"Milk\", severity: .warning, link: nil))"
      ),
      (
        "alerts.post((\"Milk\", Severity.info, \"https://a.b\"))",
        "alerts.post(Alert(text: \"Milk\", severity: .info, link: \"https://a.b\"))"
      ),
      (
        "alerts.post(Alerts.Alert(\"tab\\t\\u{1B}\", error))",
        "alerts.post(Alert(text: \"tab\\t\\u{1B}\", severity: .error, link: nil))"
      ),
      (
        "alerts.dismiss(\"2026-01-31T12:00:00Z\", true)",
        "alerts.dismiss(at: \"2026-01-31T12:00:00.000Z\", animated: true)"
      ),
      (
        "alerts.dismiss(at: Date(seconds: 123.0625), animated: false)",
        "alerts.dismiss(at: \"2001-01-01T00:02:03.0625Z\", animated: false)"
      ),
      (
        "shoppingList.products[id: \(id)].toggled",
        "shoppingList.products[id: \"\(id)\"].toggled"
      ),
      (
        "shoppingList.products[\"\(id)\"].updateName(\"Milk\")",
        "shoppingList.products[id: \"\(id)\"].updateName(\"Milk\")"
      ),
      (
        "shoppingList.products.element(id: \(id), action: .toggled)",
        "shoppingList.products[id: \"\(id)\"].toggled"
      ),
    ])
  func forms(line: String, full: String) throws {
    let action = try SampleSchema.actions.parse(line)
    #expect(SampleSchema.actions.text(of: action) == full)
  }

  @Test("A row is found by its index in the state")
  func rowByPlace() throws {
    let action = try SampleSchema.actions.parse(
      "shoppingList.products[1].toggled", state: SampleSchema.state(), stateType: SampleSchema.state
    )
    let text = SampleSchema.actions.text(of: action)
    #expect(text == "shoppingList.products[id: \"\(SampleSchema.bread.uuidString)\"].toggled")
  }

  @Test("Nested rows are found in the row that precedes them")
  func rowsOfRows() throws {
    let schema = Schema(types: [
      TypeDefinition(
        name: "App.State",
        kind: .structure([
          RecordField("id", .signed(bits: 64)), RecordField("lists", .identifiedArray(.named(0))),
        ])),
      TypeDefinition(
        name: "App.Action",
        kind: .enumeration([
          RecordCase("tapped"), RecordCase("lists", [RecordField(nil, .named(2))]),
        ])),
      TypeDefinition(
        name: "App.Rows",
        kind: .enumeration([
          RecordCase(
            "element",
            [
              RecordField("id", .signed(bits: 64)), RecordField("action", .named(1)),
            ])
        ])),
    ])
    let leaf = { RecordedValue.product([.signed($0), .sequence([])]) }
    let state = RecordedValue.product([
      .signed(0),
      .sequence([
        .product([.signed(1), .sequence([leaf(5)])]),
        .product([.signed(2), .sequence([leaf(6), leaf(7)])]),
      ]),
    ])
    let actions = ActionText(schema: schema, type: .named(1))
    for line in ["lists[1].lists[1].tapped", "lists[id: 2].lists[1].tapped"] {
      let action = try actions.parse(line, state: state, stateType: .named(0))
      #expect(actions.text(of: action) == "lists[id: 2].lists[id: 7].tapped")
    }
    #expect(actions.catalog.entries.map(\.signature) == ["tapped", "lists[…].…"])
  }

  @Test("Rows of a presented feature are found in the optional")
  func presented() throws {
    let schema = Schema(types: [
      TypeDefinition(
        name: "App.State",
        kind: .structure([RecordField("sheet", .optional(.optional(.named(1))))])),
      TypeDefinition(
        name: "App.Sheet",
        kind: .enumeration([
          RecordCase("list", [RecordField(nil, .bool)]),
          RecordCase("rows", [RecordField(nil, .identifiedArray(.named(5)))]),
        ])),
      TypeDefinition(
        name: "App.Action", kind: .enumeration([RecordCase("sheet", [RecordField(nil, .named(3))])])
      ),
      TypeDefinition(
        name: "App.PresentationAction",
        kind: .enumeration([
          RecordCase("dismiss"), RecordCase("presented", [RecordField(nil, .named(4))]),
        ])),
      TypeDefinition(
        name: "App.SheetAction",
        kind: .enumeration([RecordCase("rows", [RecordField(nil, .named(6))])])),
      TypeDefinition(name: "App.Row", kind: .structure([RecordField("id", .string)])),
      TypeDefinition(
        name: "App.RowsAction",
        kind: .enumeration([
          RecordCase("element", [RecordField("id", .string), RecordField("action", .named(7))])
        ])),
      TypeDefinition(name: "App.RowAction", kind: .enumeration([RecordCase("tapped")])),
    ])
    let sheet = RecordedValue.enumeration(
      case: 1, payload: [.sequence([.product([.string("a")]), .product([.string("b")])])])
    let actions = ActionText(schema: schema, type: .named(2))
    let action = try actions.parse(
      "sheet.presented.rows[1].tapped", state: .product([.some(.some(sheet))]),
      stateType: .named(0))
    #expect(actions.text(of: action) == "sheet.presented.rows[id: \"b\"].tapped")
    #expect(throws: ActionTextError.self) {
      try actions.parse(
        "sheet.presented.rows[0].tapped", state: .product([.none]), stateType: .named(0))
    }
  }

  @Test("Cases with the same name are distinguished by their labels")
  func overloads() throws {
    let schema = Schema(types: [
      TypeDefinition(
        name: "App.Action",
        kind: .enumeration([
          RecordCase("move", [RecordField("to", .string)]),
          RecordCase("move", [RecordField("by", .string)]),
          RecordCase("move", [RecordField(nil, .named(1))]),
          RecordCase("move", [RecordField("all", .array(.string))]),
        ])),
      TypeDefinition(name: "App.Way", kind: .enumeration([RecordCase("left")])),
    ])
    let actions = ActionText(schema: schema, type: .named(0))
    for line in [
      "move(by: \",)\\\"\")", "move(to: \"a\")", "move.left", "move(all: [\"a\", \"b\"])",
    ] {
      #expect(actions.text(of: try actions.parse(line)) == line)
    }
  }

  @Test("An optional in an optional is distinguished from nil")
  func nestedOptionals() throws {
    let type = TypeReference.optional(.optional(.bool))
    let printer = ValueText(schema: Schema())
    for (value, text) in [
      (RecordedValue.none, "nil"), (.some(.none), "Optional(nil)"),
      (.some(.some(.bool(true))), "true"),
    ] {
      #expect(printer.text(of: value, as: type) == text)
      #expect(try ActionText.parseValue(text, as: type, in: Schema()) == value)
    }
  }

  @Test("The catalog lists every action with its values")
  func catalog() {
    #expect(
      SampleSchema.actions.catalog.entries.map(\.signature) == [
        "counter.incrTapped", "counter.decrTapped", "counter.nthPrimeResponse(Int?)",
        "counter.step(by: UInt8)", "counter.scale(Double)",
        "favoritePrimes.deleteFavoritePrimes(Set<Int>)", "favoritePrimes.loaded([String: Bool])",
        "favoritePrimes.done(())", "shoppingList.addTapped", "shoppingList.products[…].toggled",
        "shoppingList.products[…].updateName(String)", "alerts.post(Alert)",
        "alerts.dismiss(at: Date, animated: Bool)",
      ])
  }

  @Test("The catalog is finite even if the number of types doubles at each level")
  func catalogBound() {
    let types = (0..<400).map { index in
      TypeDefinition(
        name: "App.T\(index)",
        kind: .enumeration([
          RecordCase("a", [RecordField(nil, .named(index + 1))]),
          RecordCase("b", [RecordField(nil, .named(index + 1))]),
        ]))
    }
    let end = TypeDefinition(name: "App.End", kind: .enumeration([]))
    let catalog = ActionText(schema: Schema(types: types + [end]), type: .named(0)).catalog
    #expect(catalog.entries.isEmpty)
  }
}
