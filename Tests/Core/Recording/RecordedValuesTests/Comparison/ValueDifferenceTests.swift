import Foundation
import RecordCoding
import RecordedValues
import TestSupport
import Testing

@Suite("ValueDifference")
struct ValueDifferenceTests {
  private typealias App = SampleSchema
  private static let milk = App.row(App.milk, "Milk")
  private static let bread = App.row(App.bread, "Bread")
  private static func item(_ name: String) -> RecordedValue {
    .enumeration(case: 1, payload: [App.row(App.milk, name)])
  }
  private static let milkPath = "shoppingList.products[id: \(App.milk.uuidString)]"
  private static let milkText =
    "Product(id: \"\(App.milk.uuidString)\", name: \"Milk\", isDone: false)"

  struct Sample: Sendable {
    let actual: RecordedValue
    let path: String
    let expectedText: String
    let actualText: String
  }

  /// All values are compared with `SampleSchema.state()`.
  private static let samples = [
    Sample(actual: App.state(count: 5), path: "count", expectedText: "1", actualText: "5"),
    Sample(
      actual: App.state(primes: [2, 7]), path: "favoritePrimes[1]", expectedText: "3",
      actualText: "7"),
    Sample(
      actual: App.state(primes: [2]), path: "favoritePrimes[1]", expectedText: "3",
      actualText: "no element"),
    Sample(
      actual: App.state(primes: [1, 2, 3]), path: "favoritePrimes[0]", expectedText: "2",
      actualText: "1"),
    Sample(
      actual: App.state(rows: [App.row(App.milk, "Oats"), bread]), path: milkPath + ".name",
      expectedText: "\"Milk\"", actualText: "\"Oats\""),
    Sample(
      actual: App.state(rows: [bread]), path: milkPath, expectedText: milkText,
      actualText: "no element"),
    Sample(
      actual: App.state(rows: [App.row(App.uuid(9), "New"), milk, bread]),
      path: "shoppingList.products[id: \(App.uuid(9).uuidString)]", expectedText: "no element",
      actualText: "Product(id: \"\(App.uuid(9).uuidString)\", name: \"New\", isDone: false)"),
    Sample(
      actual: App.state(rows: [bread, milk]), path: "shoppingList.products[0]",
      expectedText: milkText,
      actualText: milkText.replacing("Milk", with: "Bread").replacing("1\"", with: "2\"")),
    Sample(
      actual: App.state(counts: [("a", 2)]), path: "counts[\"a\"]", expectedText: "1",
      actualText: "2"),
    Sample(
      actual: App.state(counts: []), path: "counts[\"a\"]", expectedText: "1", actualText: "nil"),
    Sample(
      actual: App.state(counts: [("a", 1), ("b", 2)]), path: "counts[\"b\"]", expectedText: "nil",
      actualText: "2"),
    Sample(
      actual: App.state(tags: []), path: "tags[\"x\"]", expectedText: "\"x\"",
      actualText: "no element"),
    Sample(
      actual: App.state(destination: item("Milk")), path: "destination", expectedText: ".none",
      actualText: ".item(\(milkText))"),
  ]

  @Test("A difference has a readable path", arguments: samples)
  func paths(sample: Sample) {
    let found = ValueDifference.first(
      expected: App.state(), actual: sample.actual, as: App.state, in: App.schema)
    #expect(found?.path == sample.path)
    #expect(found?.expected == sample.expectedText)
    #expect(found?.actual == sample.actualText)
  }

  @Test("The path enters a case that both values have")
  func sameCase() {
    let found = ValueDifference.first(
      expected: App.state(destination: Self.item("Milk")),
      actual: App.state(destination: Self.item("Oats")), as: App.state, in: App.schema)
    #expect(found?.path == "destination.item.name")
  }

  @Test("The path enters optionals, but stops at an optional without a value")
  func optionals() {
    let type = TypeReference.optional(.tuple([RecordField("x", .bool), RecordField(nil, .bool)]))
    let one = RecordedValue.some(.product([.bool(true), .bool(true)]))
    let other = RecordedValue.some(.product([.bool(true), .bool(false)]))
    #expect(
      ValueDifference.first(expected: one, actual: other, as: type, in: Schema())?.path == "1")
    let gone = ValueDifference.first(expected: one, actual: .none, as: type, in: Schema())
    #expect(gone?.path == "")
    #expect(gone?.expected == "(x: true, true)")
    #expect(gone?.actual == "nil")
  }

  @Test("A value does not differ from itself")
  func same() {
    #expect(
      ValueDifference.first(
        expected: App.state(), actual: App.state(), as: App.state, in: App.schema) == nil)
  }

  @Test("Texts that look the same are shown with escapes")
  func lookalikes() {
    let found = ValueDifference.first(
      expected: .string("é"), actual: .string("e\u{301}"), as: .string, in: Schema())
    #expect(found?.expected == #""\u{E9}""#)
    #expect(found?.actual == #""e\u{301}""#)
  }

  @Test("Long texts are cut, unless the cut texts would look the same")
  func long() {
    let long = String(repeating: "a", count: 1000)
    let early = ValueDifference.first(
      expected: .string("x" + long), actual: .string("y" + long), as: .string, in: Schema())
    #expect(early?.expected.count == 201)
    let late = ValueDifference.first(
      expected: .string(long + "x"), actual: .string(long + "y"), as: .string, in: Schema())
    #expect(late?.expected.hasSuffix("ax\"") == true)
  }

  @Test("Random values differ exactly if their bytes do", arguments: 0..<100)
  func random(seed: UInt64) throws {
    var random = RandomSchema(seed: seed)
    let values = try (0..<6).map { _ in try random.value(of: .named(0)) }
    for one in values {
      for other in values {
        let found = ValueDifference.first(
          expected: one, actual: other, as: .named(0), in: random.schema)
        let lines = ValueText(schema: random.schema).differenceLines(
          expected: one, actual: other, as: .named(0))
        #expect((found == nil) == (one == other))
        #expect(lines.contains { $0.hasPrefix("- ") || $0.hasPrefix("+ ") } == (one != other))
      }
    }
  }
}
