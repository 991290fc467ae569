import RecordCoding
import RecordedValues
import Testing

/// Conditions on a state with a list, an optional, an enumeration and single values.
struct StateConditionTests {
  private static let schema = Schema(types: [
    TypeDefinition(
      name: "App.State",
      kind: .structure([
        RecordField("count", .signed(bits: 64)), RecordField("name", .string),
        RecordField("isOn", .bool), RecordField("names", .array(.string)),
        RecordField("best", .optional(.signed(bits: 64))), RecordField("mode", .named(1)),
        RecordField("share", .double),
      ])),
    TypeDefinition(name: "App.Mode", kind: .enumeration([RecordCase("off"), RecordCase("on")])),
  ])
  private static let state = RecordedValue.product([
    .signed(4), .string("Milk"), .bool(true), .sequence([.string("a"), .string("b")]), .none,
    .enumeration(case: 1, payload: []), .double(bits: (0.5).bitPattern),
  ])

  private func holds(_ text: String) throws -> Bool {
    try StateCondition(text, on: .named(0), in: Self.schema).holds(for: Self.state)
  }

  @Test(
    "The state satisfies the condition",
    arguments: [
      "count == 4", "count != 3", "count < 5", "count <= 4", "count > 3", "count>=4", "isOn",
      "!(count == 5)", "count = 4", "isOn != false", "name == \"Milk\"", "name < \"Mill\"",
      "names.count == 2", "name.count == 4",
      "names[1] == \"b\"", "best == nil", "mode is on", "mode is .on", "count > 9 || isOn",
      "count > 9 && isOn || isOn", "isOn || isOn && count > 9", "share < 1", "share == 0.5",
      "4 == count", "count == count", "isOn == true", "count > -1", "names[7] == nil",
      "nil == best", "nil != name", "names[7] == nil && nil == names[7]",
    ])
  func holding(text: String) throws { #expect(try holds(text)) }

  @Test(
    "The state does not satisfy the condition",
    arguments: [
      "count == 5", "count != 4", "count < 4", "count <= 3", "count > 4", "count >= 5", "!isOn",
      "isOn != true",
      "name == \"milk\"", "names.count > 2", "best == 1", "best != 1", "best != nil", "nil != best",
      "mode is off",
      "isOn && count > 9", "(count > 9 || isOn) && count > 9", "names[7] == \"b\"",
      "!isOn || !isOn",
    ])
  func notHolding(text: String) throws { #expect(try !holds(text)) }

  @Test(
    "Parsing rejects an invalid condition with the reason",
    arguments: [
      ("", "ends where"), ("count >", "ends where"), ("count", "not true or false by itself"),
      ("cout > 1", "has no 'cout'"), ("count == \"a\"", "another type"),
      ("name == 4", "another type"),
      ("(isOn", "not closed"), ("name == \"a", "not closed"), ("isOn isOn", "unexpected"),
      ("mode is of", "it has 'off', 'on'"), ("count is on", "has no cases"),
      ("count.count > 1", "no parts"), (String(repeating: "!", count: 200) + "isOn", "too many"),
    ])
  func refused(text: String, part: String) {
    let error = #expect(throws: StateConditionError.self) { try holds(text) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }
}
