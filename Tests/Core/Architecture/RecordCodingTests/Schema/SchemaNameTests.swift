import Foundation
import RecordCoding
import Testing

@Suite("Names in schemas")
struct SchemaNameTests {
  @Recordable
  struct `raw type` {
    @Recordable
    struct `a.b<c> (d` { var `1 (one)` = 1 }

    @Recordable
    struct State { var count = 0 }

    var inner = `a.b<c> (d`()
    var state = State()
  }

  private func isReadable(_ schema: Schema) throws -> Bool {
    let json = try JSONEncoder().encode(schema)
    return (try? JSONDecoder().decode(Schema.self, from: json)) == schema
  }

  @Test("The name of a type with raw identifiers is read back")
  func rawTypes() throws {
    let builder = SchemaBuilder()
    _ = builder.reference(to: `raw type`.self)
    #expect(
      builder.schema.types.map(\.name) == [
        "RecordCodingTests.SchemaNameTests.`raw type`",
        "RecordCodingTests.SchemaNameTests.`raw type`.`a.b<c> (d`",
        "RecordCodingTests.SchemaNameTests.`raw type`.State",
      ])
    #expect(try isReadable(builder.schema))
  }

  @Test(
    "A name is short for its type, whatever raw identifiers contain",
    arguments: [
      ("App.Alert", "Alert"), ("App.`my alert`", "`my alert`"),
      ("App.`a.b`", "`a.b`"), ("App.`a.b`.State", "`a.b`.State"),
      ("App.`a<b`<Swift.Int>", "`a<b`"), ("App.Box<App.`c>d.e`>", "Box"),
      ("App.(unknown context at $1f00).`x (y`", "`x (y`"), ("App.State", "State"),
    ])
  func shortNames(name: String, short: String) {
    #expect(name.shortTypeName == short)
  }

  @Test(
    "Text that disguises itself cannot name a type, a field or a case",
    arguments: ["", "a\u{202E}b", "a\u{2028}b", "a\u{1B}[1m", "a\nb", "a\u{200B}b", "a`b"])
  func invisible(name: String) throws {
    let kinds: [TypeDefinition] = [
      TypeDefinition(name: name, kind: .structure([])),
      TypeDefinition(name: "A", kind: .structure([RecordField(name, .bool)])),
      TypeDefinition(name: "A", kind: .structure([RecordField("x", .json(name))])),
      TypeDefinition(name: "A", kind: .enumeration([RecordCase(name)])),
      TypeDefinition(
        name: "A", kind: .enumeration([RecordCase("b", [RecordField(name, .bool)])])),
    ]
    for definition in kinds { #expect(try !isReadable(Schema(types: [definition]))) }
  }

  @Test(
    "Joiners, other scripts and raw identifiers are visible", arguments: ["名前", "👩‍👧", "a b", "1.5"])
  func visible(name: String) throws {
    #expect(
      try isReadable(
        Schema(types: [
          TypeDefinition(name: "A.`\(name)`", kind: .structure([RecordField(name, .bool)]))
        ])))
  }
}
