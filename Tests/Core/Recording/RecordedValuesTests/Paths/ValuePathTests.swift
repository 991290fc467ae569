import Foundation
import RecordCoding
import RecordedValues
import TestSupport
import Testing

@Suite("Value paths")
struct ValuePathTests {
  private typealias App = SampleSchema
  private static let milkPath = "shoppingList.products[id: \(App.milk.uuidString)]"
  private static let milk = App.row(App.milk, "Milk")
  private static let item = RecordedValue.enumeration(case: 1, payload: [milk])

  private func path(_ text: String) throws(ValuePathError) -> ValuePath {
    try ValuePath(text, into: App.state, in: App.schema)
  }

  struct Sample: Sendable {
    let path: String
    let value: RecordedValue?
  }

  @Test(
    "A path finds the value in a state",
    arguments: [
      Sample(path: "count", value: .signed(1)),
      Sample(path: "favoritePrimes[1]", value: .signed(3)),
      Sample(path: "favoritePrimes[2]", value: nil),
      Sample(path: "\(milkPath).name", value: .string("Milk")),
      Sample(path: "shoppingList.products[1].name", value: .string("Bread")),
      Sample(path: "shoppingList.products[id: \(App.uuid(9).uuidString)]", value: nil),
      Sample(
        path: "shoppingList.products order",
        value: .sequence([.uuid(App.milk), .uuid(App.bread)])),
      Sample(path: "counts[\"a\"]", value: .signed(1)),
      Sample(path: "counts[\"b\"]", value: nil),
      Sample(path: "tags[\"x\"]", value: .string("x")),
      Sample(path: "destination.item", value: milk),
      Sample(path: "destination.item.name", value: .string("Milk")),
      Sample(path: "destination.none", value: nil),
      Sample(path: "", value: App.state(destination: item)),
      Sample(path: "state", value: App.state(destination: item)),
    ])
  func finds(_ sample: Sample) throws {
    let value = try path(sample.path).value(in: App.state(destination: Self.item))
    #expect(value == sample.value)
  }

  @Test("A path can have the '$' of a reference, as in printed changes of shared values")
  func reference() throws {
    #expect(try path("shoppingList.$products order").text == "shoppingList.products order")
    #expect(try path("$favoritePrimes[1]").text == "favoritePrimes[1]")
    #expect(throws: ValuePathError.self) { try path("$$favoritePrimes") }
    #expect(throws: ValuePathError.self) { try path("$") }
  }

  @Test("A path into an optional without a value finds nothing")
  func noOptional() throws {
    guard case .product(var fields) = App.state() else { return }
    fields[2] = .none
    #expect(try path("shoppingList.products[0]").value(in: .product(fields)) == nil)
    #expect(try path("shoppingList").value(in: .product(fields)) == RecordedValue.none)
  }

  @Test(
    "Keys can be written in other forms than comparisons print",
    arguments: [
      ("counts[a]", "counts[\"a\"]"),
      ("counts[ \"a\" ]", "counts[\"a\"]"),
      ("counts[\"\\u{61}\"]", "counts[\"a\"]"),
      ("shoppingList.products[id:\"\(App.milk.uuidString.lowercased())\"]", milkPath),
      ("`count`", "count"), ("state", ""),
    ])
  func normalizes(written: String, printed: String) throws {
    #expect(try path(written).text == printed)
  }

  @Test(
    "Parsing rejects an invalid path with the remedy",
    arguments: [
      ("cuont", "the state has no 'cuont'; did you mean 'count'?"),
      (
        "name",
        "the state has no 'name'; did you mean 'destination.item.name' or "
          + "'shoppingList.products[id: …].name'?"
      ),
      (
        "xyzzy",
        "the state has no 'xyzzy'; it has count, favoritePrimes, shoppingList, counts, tags and "
          + "destination"
      ),
      (
        "shoppingList.produkts",
        "'shoppingList' has no 'produkts'; did you mean 'shoppingList.products'?"
      ),
      ("destination.itme", "'destination' has no 'itme'; did you mean 'destination.item'?"),
      ("count.value", "'count' is of type Int, which has no parts; leave out '.value'"),
      ("count[0]", "'count' is of type Int, which is not a collection; leave out '[0]'"),
      (
        "shoppingList.products.name",
        "'shoppingList.products' is of type IdentifiedArray<Product>, which has no 'name'; name "
          + "an element first, as in 'shoppingList.products[id: …]'"
      ),
      (
        "favoritePrimes[a]",
        "'favoritePrimes' has no '[a]'; between the brackets it takes an index from 0"
      ),
      (
        "shoppingList.products[id: milk]",
        "'shoppingList.products' has no '[id: milk]'; between the brackets it takes 'id: ' and "
          + "36 characters, in quotes or not"
      ),
      (
        "counts[\"a\"",
        "the path 'counts[\"a\"' ends before its closing ']'; add it, and quote the path for the "
          + "shell"
      ),
      (
        "count order",
        "the path continues after 'count' with ' order'; write names with dots between them, as "
          + "'show' prints them"
      ),
      (
        ".count",
        "the path begins with '.count'; write names with dots between them, as 'show' prints them"
      ),
    ])
  func refuses(text: String, message: String) {
    let error = #expect(throws: ValuePathError.self) { try path(text) }
    #expect(error?.description == message)
  }

  @Test("An abbreviated identity names a row if no other row matches", arguments: ["…", "..."])
  func shortened(dots: String) throws {
    let first = try #require(UUID(uuidString: "3F2A9C01-0000-0000-0000-000000000001"))
    let second = try #require(UUID(uuidString: "3F2B9C01-0000-0000-0000-000000000001"))
    let schema = Schema(types: [
      TypeDefinition(
        name: "Row", kind: .structure([RecordField("id", .uuid), RecordField("name", .string)]))
    ])
    let type = TypeReference.identifiedArray(.named(0))
    func row(_ id: UUID, _ name: String) -> RecordedValue {
      .product([.uuid(id), .string(name)])
    }
    let text = first.uuidString
    let common = String(zip(text, second.uuidString).prefix { $0 == $1 }.map(\.0))
    let own = String(text.prefix(common.count + 1))
    let path = try ValuePath("[id: \(own.lowercased())\(dots)].name", into: type, in: schema)
    #expect(path.text == "[id: \(own)…].name")
    #expect(path.isShortened)
    let both = RecordedValue.sequence([row(second, "b"), row(first, "a")])
    #expect(path.value(in: both) == .string("a"))
    #expect(path.resolved(in: both)?.text == "[id: \(text)].name")
    let shared = try ValuePath("[id: \(common)\(dots)].name", into: type, in: schema)
    #expect(shared.value(in: both) == nil)
    #expect(shared.resolved(in: both) == nil)
    #expect(shared.value(in: .sequence([row(second, "b")])) == .string("b"))
    #expect(throws: ValuePathError.self) {
      try ValuePath("[id: milk\(dots)]", into: type, in: schema)
    }
  }

  @Test("The step after a gap writes only the differing entries of a dictionary")
  func entries() throws {
    let schema = Schema(types: [])
    let type = TypeReference.dictionary(key: .string, value: .bool)
    func value(_ pairs: [(String, Bool)]) -> RecordedValue {
      .dictionary(pairs.map { RecordedPair(key: .string($0.0), value: .bool($0.1)) })
    }
    var writes = WriteTree(step: 1)
    writes.noteDifference(
      from: value([("a", true), ("b", true), ("c", true)]),
      to: value([("a", true), ("b", false), ("d", true)]), as: type, in: schema, step: 9)
    func step(_ key: String) -> UInt64 {
      var encoder = RecordEncoder()
      encoder.encode(.string(key), as: .string, in: schema)
      return writes[key: encoder.bytes].step
    }
    #expect(step("a") == 1)
    #expect(step("b") == 9)
    #expect(step("d") == 9)
    #expect(writes.step == 9)
  }

  @Test("A field selects one of two cases with the same name")
  func sameNames() throws {
    let schema = Schema(types: [
      TypeDefinition(
        name: "Edit",
        kind: .enumeration([
          RecordCase("remove", [RecordField("at", .signed(bits: 64))]),
          RecordCase("remove", [RecordField("id", .string)]),
        ]))
    ])
    let type = TypeReference.named(0)
    let error = #expect(throws: ValuePathError.self) {
      try ValuePath("remove", into: type, in: schema)
    }
    #expect(
      error?.description
        == "the state has several cases 'remove'; name a field of one, 'remove.at' or 'remove.id'")
    let id = try ValuePath("remove.id", into: type, in: schema)
    let value = RecordedValue.enumeration(case: 1, payload: [.string("a")])
    #expect(id.value(in: value) == .string("a"))
  }

  @Test("A printed path of a random change is parsed to an equal path", arguments: 0..<200)
  func random(seed: UInt64) throws {
    var random = RandomSchema(seed: seed)
    let type = TypeReference.named(0)
    let old = try random.value(of: type)
    let new = try random.value(of: type)
    let schema = random.schema
    for change in StateChange.all(from: old, to: new, as: type, in: schema) {
      let path = try ValuePath(change.path, into: type, in: schema)
      #expect(path.text == change.path)
      // Random rows may have duplicate identities.
      guard !change.path.contains("[id: ") else { continue }
      try expectFound(change.old, by: path, in: old)
      try expectFound(change.new, by: path, in: new)
    }
  }

  private func expectFound(
    _ value: RecordedValue?, by path: ValuePath, in root: RecordedValue
  ) throws {
    guard let value else { return }
    let found = try #require(path.value(in: root))
    if case .sequence(let members) = found.plain, members.contains(value) { return }
    #expect(found.plain == value.plain)
  }
}

extension RecordedValue {
  /// The value without optionals and single-value tuples, which don't appear in a path.
  fileprivate var plain: RecordedValue {
    switch self {
    case .some(let value): value.plain
    case .product(let values) where values.count == 1: values[0].plain
    default: self
    }
  }
}
