import RecordCoding
import RecordedValues
import SchemaEvolution
import Testing

@Suite("SchemaDifference")
struct SchemaDifferenceTests {
  private static func schema(
    _ name: String = "App.State",
    fields: [RecordField] = [
      RecordField("count", .signed(bits: 64)), RecordField("mode", .array(.named(1))),
    ],
    cases: [RecordCase] = [
      RecordCase("off"), RecordCase("on", [RecordField("level", .bool)]),
      RecordCase("next", [RecordField(nil, .optional(.named(0)))]),
    ]
  ) -> Schema {
    Schema(types: [
      TypeDefinition(name: name, kind: .structure(fields)),
      TypeDefinition(name: "App.Mode", kind: .enumeration(cases)),
    ])
  }

  private func difference(_ new: Schema) -> SchemaDifference? {
    SchemaDifference.first(from: Self.schema(), .named(0), to: new, .named(0))
  }

  private static let count = RecordField("count", .signed(bits: 64))
  private static let mode = RecordField("mode", .array(.named(1)))

  @Test("There is no difference if only the names of types differ, even in a recursive type")
  func renamed() {
    #expect(difference(Self.schema("Core.OtherState")) == nil)
  }

  @Test(
    "A difference names a field by its path",
    arguments: [
      ([count], "the field 'mode' of type [Mode] was removed"),
      ([count, mode, RecordField("new", .bool)], "the field 'new' of type Bool was added"),
      ([mode, count], "the field 'count' was moved from position 1 to position 2"),
      (
        [RecordField("count", .string), mode],
        "the type of 'count' was changed from Int to String"
      ),
      (
        [count, RecordField("mode", .array(.optional(.named(1))))],
        "the type of 'mode[…]' was changed from Mode to Mode?"
      ),
    ])
  func fields(fields: [RecordField], description: String) {
    #expect(difference(Self.schema(fields: fields))?.description == description)
  }

  private static let off = RecordCase("off")
  private static let on = RecordCase("on", [RecordField("level", .bool)])
  private static let next = RecordCase("next", [RecordField(nil, .optional(.named(0)))])

  @Test(
    "A difference names a case by its path",
    arguments: [
      ([off, next], "the case 'mode[…].on' was removed"),
      ([off, on, next, RecordCase("new")], "the case 'mode[…].new' was added"),
      ([on, off, next], "the case 'mode[…].off' was moved from position 1 to position 2"),
      (
        [off, RecordCase("on", [RecordField("by", .bool)]), next],
        "the values of the case 'mode[…].on' were changed from (level: Bool) to (by: Bool)"
      ),
      (
        [off, RecordCase("on", [RecordField("level", .string)]), next],
        "the type of 'mode[…].on.level' was changed from Bool to String"
      ),
    ])
  func cases(cases: [RecordCase], description: String) {
    #expect(difference(Self.schema(cases: cases))?.description == description)
  }

  @Test("Each pair of types is compared once, even if several paths lead to it")
  func manyWaysBack() {
    let tree = TypeDefinition(
      name: "App.Tree",
      kind: .structure([
        RecordField("left", .optional(.named(0))), RecordField("right", .optional(.named(0))),
      ]))
    let schema = Schema(types: [tree])
    #expect(SchemaDifference.first(from: schema, .named(0), to: schema, .named(0)) == nil)
  }

  @Test("A structure and an enumeration differ by a change of type")
  func kinds() {
    let schema = Self.schema()
    #expect(
      SchemaDifference.first(from: schema, .named(0), to: schema, .named(1))
        == .typeChanged(path: "", old: "State", new: "Mode"))
  }

  @Test("Types recorded as JSON are compared by the last component of their names")
  func json() {
    let schema = Schema()
    #expect(
      SchemaDifference.first(from: schema, .json("A.Money"), to: schema, .json("B.Money")) == nil)
    #expect(
      SchemaDifference.first(from: schema, .json("A.Money"), to: schema, .json("A.Weight"))
        == .typeChanged(path: "", old: "Money", new: "Weight"))
  }
}
