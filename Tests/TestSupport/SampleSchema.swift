package import Foundation
package import RecordCoding
package import RecordedValues

/// The schema of a small app with a counter, a list of alerts and a shopping list.
package enum SampleSchema {
  package static let state = TypeReference.named(0)
  package static let action = TypeReference.named(1)
  package static let product = TypeReference.named(5)
  package static let alert = TypeReference.named(8)
  package static let milk = uuid(1)
  package static let bread = uuid(2)

  package static let schema = Schema(types: [
    TypeDefinition(
      name: "App.AppFeature.State",
      kind: .structure([
        RecordField("count", .signed(bits: 64)),
        RecordField("favoritePrimes", .array(.signed(bits: 64))),
        RecordField("shoppingList", .optional(.named(2))),
        RecordField("counts", .dictionary(key: .string, value: .signed(bits: 64))),
        RecordField("tags", .set(.string)),
        RecordField("destination", .named(11)),
      ])),
    TypeDefinition(
      name: "App.AppFeature.Action",
      kind: .enumeration([
        RecordCase("counter", [RecordField(nil, .named(3))]),
        RecordCase("favoritePrimes", [RecordField(nil, .named(4))]),
        RecordCase("shoppingList", [RecordField(nil, .named(6))]),
        RecordCase("alerts", [RecordField(nil, .named(10))]),
      ])),
    TypeDefinition(
      name: "ShoppingList.ShoppingListFeature.State",
      kind: .structure([RecordField("products", .identifiedArray(product))])),
    TypeDefinition(
      name: "Counter.CounterFeature.Action",
      kind: .enumeration([
        RecordCase("incrTapped"), RecordCase("decrTapped"),
        RecordCase("nthPrimeResponse", [RecordField(nil, .optional(.signed(bits: 64)))]),
        RecordCase("step", [RecordField("by", .unsigned(bits: 8))]),
        RecordCase("scale", [RecordField(nil, .double)]),
      ])),
    TypeDefinition(
      name: "FavoritePrimes.FavoritePrimesFeature.Action",
      kind: .enumeration([
        RecordCase("deleteFavoritePrimes", [RecordField(nil, .set(.signed(bits: 64)))]),
        RecordCase("loaded", [RecordField(nil, .dictionary(key: .string, value: .bool))]),
        RecordCase("done", [RecordField(nil, .tuple([]))]),
      ])),
    TypeDefinition(
      name: "ShoppingList.Product",
      kind: .structure([
        RecordField("id", .uuid), RecordField("name", .string), RecordField("isDone", .bool),
      ])),
    TypeDefinition(
      name: "ShoppingList.ShoppingListFeature.Action",
      kind: .enumeration([
        RecordCase("addTapped"), RecordCase("products", [RecordField(nil, .named(7))]),
      ])),
    TypeDefinition(
      name: "ComposableArchitecture.IdentifiedAction<Foundation.UUID, ShoppingList.Row.Action>",
      kind: .enumeration([
        RecordCase("element", [RecordField("id", .uuid), RecordField("action", .named(9))])
      ])),
    TypeDefinition(
      name: "Alerts.Alert",
      kind: .structure([
        RecordField("text", .string), RecordField("severity", .named(12)),
        RecordField("link", .optional(.url)),
      ])),
    TypeDefinition(
      name: "ShoppingList.Row.Action",
      kind: .enumeration([
        RecordCase("toggled"), RecordCase("updateName", [RecordField(nil, .string)]),
      ])),
    TypeDefinition(
      name: "Alerts.AlertsFeature.Action",
      kind: .enumeration([
        RecordCase("post", [RecordField(nil, alert)]),
        RecordCase("dismiss", [RecordField("at", .date), RecordField("animated", .bool)]),
      ])),
    TypeDefinition(
      name: "App.Destination",
      kind: .enumeration([RecordCase("none"), RecordCase("item", [RecordField(nil, product)])])),
    TypeDefinition(
      name: "Alerts.Severity",
      kind: .enumeration([RecordCase("info"), RecordCase("warning"), RecordCase("error")])),
  ])

  package static func uuid(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  package static func row(_ id: UUID, _ name: String, isDone: Bool = false) -> RecordedValue {
    .product([.uuid(id), .string(name), .bool(isDone)])
  }

  package static func state(
    count: Int64 = 1, primes: [Int64] = [2, 3], rows: [RecordedValue]? = nil,
    counts: [(String, Int64)] = [("a", 1)], tags: [String] = ["x"],
    destination: RecordedValue = .enumeration(case: 0, payload: [])
  ) -> RecordedValue {
    let rows = rows ?? [row(milk, "Milk"), row(bread, "Bread")]
    return .product([
      .signed(count), .sequence(primes.map { .signed($0) }),
      .some(.product([.sequence(rows)])),
      .dictionary(counts.map { RecordedPair(key: .string($0.0), value: .signed($0.1)) }),
      .sequence(tags.map { .string($0) }), destination,
    ])
  }
}
