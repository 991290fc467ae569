import RecordedValues
import RecordCoding
import Testing

/// An app whose actions have different names than their fields of the state.
@Suite("Rows by index, if state fields and actions have different names")
struct RowPlaceTests {
  private static let number = TypeReference.signed(bits: 64)

  /// Returns a schema with the given lists in the state. Two lists have the kind of the actions.
  private func schema(_ fields: [RecordField]) -> Schema {
    Schema(types: [
      TypeDefinition(name: "App.State", kind: .structure(fields)),
      TypeDefinition(
        name: "App.Part.State",
        kind: .structure([RecordField("path", .identifiedArray(.named(2)))])),
      TypeDefinition(
        name: "ComposableArchitecture.StackElement<App.Row.State>",
        kind: .structure([RecordField("id", Self.number), RecordField("state", .named(3))])),
      TypeDefinition(
        name: "App.Row.State",
        kind: .structure([RecordField("lines", .identifiedArray(.named(4)))])),
      TypeDefinition(name: "App.Line.State", kind: .structure([RecordField("id", .string)])),
      TypeDefinition(
        name: "App.Action",
        kind: .enumeration([RecordCase("part", [RecordField(nil, .named(6))])])),
      TypeDefinition(
        name: "App.Part.Action",
        kind: .enumeration([
          RecordCase("path", [RecordField(nil, .named(7))]),
          RecordCase("other", [RecordField(nil, .named(7))]),
        ])),
      TypeDefinition(name: "App.Rows", kind: rows(Self.number, .named(8))),
      TypeDefinition(
        name: "App.Row.Action",
        kind: .enumeration([
          RecordCase("tapped"), RecordCase("lines", [RecordField(nil, .named(9))]),
        ])),
      TypeDefinition(name: "App.Lines", kind: rows(.string, .named(10))),
      TypeDefinition(name: "App.Line.Action", kind: .enumeration([RecordCase("cut")])),
      TypeDefinition(
        name: "App.Texts.State",
        kind: .structure([RecordField("path", .identifiedArray(.named(4)))])),
      TypeDefinition(
        name: "App.Wrapped.State", kind: .structure([RecordField("content", .named(1))])),
    ])
  }

  private func rows(_ id: TypeReference, _ action: TypeReference) -> TypeDefinition.Kind {
    .enumeration([RecordCase("element", [RecordField("id", id), RecordField("action", action)])])
  }

  private func part(_ ids: Int64...) -> RecordedValue {
    let line = RecordedValue.product([.string("a")])
    return .product([.sequence(ids.map { .product([.signed($0), .product([.sequence([line])])]) })])
  }

  private func parse(
    _ line: String, _ fields: [(String, RecordedValue, TypeReference)]
  ) throws(ActionTextError) -> String {
    let actions = ActionText(
      schema: schema(fields.map { RecordField($0.0, $0.2) }), type: .named(5))
    let action = try actions.parse(
      line, state: .product(fields.map(\.1)), stateType: .named(0))
    return actions.text(of: action)
  }

  @Test("The only list with the name and kind is used, even in an optional")
  func otherName() throws {
    let fields = [
      ("whole", part(7, 8), TypeReference.named(1)), ("count", .signed(1), Self.number),
    ]
    #expect(try parse("part.path[1].tapped", fields) == "part.path[id: 8].tapped")
    let optional = [("whole", RecordedValue.some(part(7)), TypeReference.optional(.named(1)))]
    #expect(try parse("part.path[0].tapped", optional) == "part.path[id: 7].tapped")
  }

  @Test("A field with the action's name takes precedence")
  func sameName() throws {
    let fields = [("whole", part(7), TypeReference.named(1)), ("part", part(9), .named(1))]
    #expect(try parse("part.path[0].tapped", fields) == "part.path[id: 9].tapped")
  }

  @Test("A list in a part of the feature's state is found by its name")
  func partOfState() throws {
    let fields = [("part", RecordedValue.product([part(7, 8)]), TypeReference.named(12))]
    #expect(try parse("part.path[1].tapped", fields) == "part.path[id: 8].tapped")
    #expect(
      try parse("part.path[1].lines[0].cut", fields)
        == #"part.path[id: 8].lines[id: "a"].cut"#)
  }

  @Test("A list whose rows have identities of a different type is ignored")
  func otherKind() throws {
    let texts = RecordedValue.product([.sequence([.product([.string("x")])])])
    let fields = [("texts", texts, TypeReference.named(11)), ("whole", part(7), .named(1))]
    #expect(try parse("part.path[0].tapped", fields) == "part.path[id: 7].tapped")
    #expect(throws: ActionTextError.unknownRows(path: "part.path", index: 0, column: 11)) {
      try parse("part.path[0].tapped", [("texts", texts, TypeReference.named(11))])
    }
  }

  @Test("The rows of a stack element are the rows in its state")
  func rowsOfElement() throws {
    let fields = [("whole", part(7, 8), TypeReference.named(1))]
    #expect(
      try parse("part.path[id: 8].lines[0].cut", fields)
        == #"part.path[id: 8].lines[id: "a"].cut"#)
  }

  @Test(
    "An error names all matching lists, and a way to name a row without its list")
  func ambiguous() {
    let fields = [("left", part(7), TypeReference.named(1)), ("right", part(8), .named(1))]
    let error = #expect(throws: ActionTextError.self) {
      try parse("part.path[0].tapped", fields)
    }
    #expect(
      error?.description
        == "row 0 of 'part.path' may be one of left.path or right.path in the state; "
        + "write part.path[id: …] (column 11)")
    #expect(throws: Never.self) { try parse("part.path[id: 8].tapped", fields) }
  }

  @Test("A list with a different name than the action is ignored")
  func otherLastName() {
    let fields = [("part", part(7), TypeReference.named(1))]
    #expect(throws: ActionTextError.unknownRows(path: "part.other", index: 0, column: 12)) {
      try parse("part.other[0].tapped", fields)
    }
  }
}
