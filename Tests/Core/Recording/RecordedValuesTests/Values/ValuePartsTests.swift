import RecordCoding
import RecordedValues
import Testing

@Suite("Parts of recorded values")
struct ValuePartsTests {
  private static let schema = Schema(types: [
    TypeDefinition(name: "App.State", kind: .structure([RecordField("count", .signed(bits: 64))])),
    TypeDefinition(
      name: "App.Action",
      kind: .enumeration([RecordCase("off"), RecordCase("on", [RecordField(nil, .bool)])])),
  ])

  @Test("A structure has its fields as parts, with its definition")
  func structure() {
    let parts = Self.schema.parts(of: .product([.signed(1)]), as: .named(0))
    guard case .fields([.signed(1)], let fields, let definition?) = parts else {
      Issue.record("\(parts)")
      return
    }
    #expect(fields.map(\.name) == ["count"])
    #expect(definition.name == "App.State")
  }

  @Test("A case has its associated values as parts, with its index")
  func payload() {
    let value = RecordedValue.enumeration(case: 1, payload: [.bool(true)])
    let parts = Self.schema.parts(of: value, as: .named(1))
    guard case .payload([.bool(true)], let element, 1) = parts else {
      Issue.record("\(parts)")
      return
    }
    #expect(element.name == "on")
  }

  @Test(
    "A value that does not have its type is a leaf",
    arguments: [
      (RecordedValue.bool(true), TypeReference.array(.bool)),
      (.product([]), .named(1)),
      (.enumeration(case: 2, payload: []), .named(1)),
      (.product([]), .named(7)),
      (.some(.bool(true)), .bool),
    ])
  func mismatch(value: RecordedValue, type: TypeReference) {
    let parts = Self.schema.parts(of: value, as: type)
    guard case .leaf(value) = parts else {
      Issue.record("\(parts)")
      return
    }
  }

  @Test("Parts are visited and transformed in order, keys before values")
  func folds() {
    let value = RecordedValue.dictionary([
      RecordedPair(key: .signed(1), value: .string("a")),
      RecordedPair(key: .signed(2), value: .string("b")),
    ])
    let visited = value.reduceParts([]) { $0 + [$1] }
    #expect(visited == [.signed(1), .string("a"), .signed(2), .string("b")])
    let hidden = value.mapParts { part in
      if case .string = part { .string("•") } else { part }
    }
    #expect(
      hidden
        == .dictionary([
          RecordedPair(key: .signed(1), value: .string("•")),
          RecordedPair(key: .signed(2), value: .string("•")),
        ]))
  }

  @Test("A missing optional in a dictionary differs from an optional without a value")
  func nestedOptional() {
    let type = TypeReference.dictionary(key: .string, value: .optional(.bool))
    let difference = ValueDifference.first(
      expected: .dictionary([RecordedPair(key: .string("a"), value: .none)]),
      actual: .dictionary([]), as: type, in: Self.schema)
    #expect(difference?.path == "[\"a\"]")
    #expect(difference?.expected == "Optional(nil)")
    #expect(difference?.actual == "nil")
  }
}
