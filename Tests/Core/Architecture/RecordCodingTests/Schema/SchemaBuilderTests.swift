import Foundation
import IdentifiedArrays
import RecordCoding
import Testing

@Suite("Type descriptions")
struct SchemaBuilderTests {
  private func reference<Value: Recordable>(to type: Value.Type) -> TypeReference {
    SchemaBuilder().reference(to: type)
  }

  private func definition<Value: Recordable>(of type: Value.Type) -> TypeDefinition? {
    let builder = SchemaBuilder()
    let reference = builder.reference(to: type)
    return builder.schema.definition(of: reference)
  }

  @Test("Primitive types have their names and widths")
  func primitives() {
    #expect(reference(to: Bool.self) == .bool)
    #expect(reference(to: Int.self) == .signed(bits: 64))
    #expect(reference(to: Int8.self) == .signed(bits: 8))
    #expect(reference(to: UInt16.self) == .unsigned(bits: 16))
    #expect(reference(to: Float.self) == .float)
    #expect(reference(to: Double.self) == .double)
    #expect(reference(to: String.self) == .string)
    #expect(reference(to: Character.self) == .string)
    #expect(reference(to: Data.self) == .data)
    #expect(reference(to: Date.self) == .date)
    #expect(reference(to: UUID.self) == .uuid)
    #expect(reference(to: URL.self) == .url)
    #expect(reference(to: Suit.self) == .string)
    #expect(reference(to: Refusal.self) == .unsigned(bits: 8))
    #expect(reference(to: Money.self) == .json("RecordCodingTests.Money"))
  }

  @Test("Containers refer to the types of their contents")
  func containers() {
    #expect(reference(to: Int??.self) == .optional(.optional(.signed(bits: 64))))
    #expect(reference(to: [Bool].self) == .array(.bool))
    #expect(reference(to: Set<UUID>.self) == .set(.uuid))
    #expect(reference(to: IndexSet.self) == .set(.signed(bits: 64)))
    #expect(reference(to: [String: [Bool]].self) == .dictionary(key: .string, value: .array(.bool)))
    #expect(reference(to: IdentifiedArrayOf<Item>.self) == .identifiedArray(.named(0)))
    #expect(
      reference(to: Duration.self)
        == .tuple([
          RecordField("seconds", .signed(bits: 64)), RecordField("attoseconds", .signed(bits: 64)),
        ]))
  }

  @Test("A structure has its stored properties in order, without constants")
  func structure() {
    let fields = [
      "a", "b", "observed", "fixed", "p", "q", "default", "encoder", "decoder", "old", "product",
      "type", "schema", "secret", "implicit", "twice",
    ]
    guard case .structure(let described) = definition(of: Shapes.self)?.kind else {
      Issue.record("not described as a structure")
      return
    }
    #expect(described.map(\.name) == fields)
    #expect(described[2].type == .optional(.string))
    #expect(described[14].type == .optional(.signed(bits: 64)))
    #expect(described[15].type == .optional(.optional(.signed(bits: 64))))
  }

  @Test("An enumeration has its cases in order, with labels, tuples and references to itself")
  func enumeration() throws {
    guard case .enumeration(let cases) = definition(of: Payloads.self)?.kind else {
      Issue.record("not described as an enumeration")
      return
    }
    let payloads = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0.payload) })
    let int = TypeReference.signed(bits: 64)
    #expect(cases.count == 16)
    #expect(payloads["none"] == [])
    #expect(
      payloads["labelled"]
        == [RecordField("id", int), RecordField(nil, .string), RecordField("in", .bool)])
    #expect(
      payloads["nested"]
        == [
          RecordField(
            "a",
            .tuple([
              RecordField("x", int),
              RecordField("y", .tuple([RecordField(nil, .bool), RecordField(nil, .string)])),
            ])), RecordField("b", int),
        ])
    #expect(payloads["void"] == [RecordField(nil, .tuple([])), RecordField(nil, int)])
    #expect(payloads["tree"] == [RecordField(nil, .named(0)), RecordField(nil, .named(0))])
  }

  @Test("A type is defined once, regardless of the number of references to it")
  func once() {
    let builder = SchemaBuilder()
    let row = builder.reference(to: Entry.self)
    #expect(builder.reference(to: [Entry].self) == .array(row))
    #expect(builder.reference(to: Entry.self) == row)
    #expect(
      builder.schema.types.map(\.name)
        == ["RecordCodingTests.Entry", "RecordCodingTests.Entry.Kind"])
  }

  @Test("A generic type is defined once for each set of arguments")
  func generics() {
    let builder = SchemaBuilder()
    let ints = builder.reference(to: Pair<Int, Int>.self)
    let texts = builder.reference(to: Pair<Int, String>.self)
    #expect(ints == .named(0))
    #expect(texts == .named(1))
    #expect(
      builder.schema.types.map(\.name) == [
        "RecordCodingTests.Pair<Swift.Int, Swift.Int>",
        "RecordCodingTests.Pair<Swift.Int, Swift.String>",
      ])
  }

  @Test("The name of a private type contains no address")
  func privateTypes() {
    func name<Value: Recordable>(of value: Value) -> String? { definition(of: Value.self)?.name }
    #expect(name(of: hiddenValue()) == "RecordCodingTests.Hidden")
    func wrapped<Value: Recordable>(_ value: Value) -> String? {
      name(of: Either<Value, Value>.left(value))
    }
    #expect(
      wrapped(hiddenValue())
        == "RecordCodingTests.Either<RecordCodingTests.Hidden, RecordCodingTests.Hidden>")
  }

  @Test("A reference outside of the table has no definition")
  func noDefinition() {
    #expect(Schema().definition(of: .named(0)) == nil)
    #expect(Schema().definition(of: .named(-1)) == nil)
    #expect(Schema().definition(of: .bool) == nil)
  }
}
