import RecordCoding
import RecordedValues
import SessionMinimizing
import Testing

/// Tests the states that would have been recorded in a smaller session.
struct CarriedDifferenceTests {
  private static let schema = Schema(types: [
    TypeDefinition(
      name: "Row",
      kind: .structure([RecordField("id", .signed(bits: 64)), RecordField("name", .string)]))
  ])

  private func number(
    before: Int64, actual: Int64, expected: Int64, newBefore: Int64, newActual: Int64,
    numbers: Set<Int64> = []
  ) -> RecordedValue? {
    CarriedDifference(schema: Self.schema, numbers: numbers).expected(
      .init(
        before: .signed(before), actual: .signed(actual), expected: .signed(expected),
        newBefore: .signed(newBefore), newActual: .signed(newActual)), as: .signed(bits: 64))
  }

  @Test("An expected increase applies to the number's value in the smaller session")
  func counted() {
    let carried = number(before: 7, actual: 9, expected: 8, newBefore: 0, newActual: 2)
    #expect(carried == .signed(1))
  }

  @Test("A number from the action is the same in the smaller session")
  func given() {
    let carried = number(
      before: 7, actual: 12, expected: 5, newBefore: 0, newActual: 5, numbers: [5])
    #expect(carried == .signed(5))
  }

  @Test("The expected value is unknown if this build changes the smaller session differently")
  func unknown() {
    #expect(number(before: 3, actual: 12, expected: 17, newBefore: 0, newActual: 0) == nil)
  }

  @Test(
    "The expected value is unknown if it may follow from a value that the smaller session lacks",
    arguments: [
      // The recorded step left the value unchanged.
      (
        TypeReference.bool, RecordedValue.bool(false), RecordedValue.bool(true),
        RecordedValue.bool(false), RecordedValue.bool(true), RecordedValue.bool(true)
      ),
      (.string, .string("a"), .string(""), .string("a"), .string("b"), .string("")),
      (
        .array(.string), .sequence([.string("a")]), .sequence([]), .sequence([.string("a")]),
        .sequence([]), .sequence([])
      ),
      // The recorded step added to the value.
      (.string, .string("a"), .string("a"), .string("ab"), .string(""), .string("")),
      (
        .array(.string), .sequence([.string("a")]), .sequence([]),
        .sequence([.string("a"), .string("b")]), .sequence([]), .sequence([])
      ),
    ]
      as [(
        TypeReference, RecordedValue, RecordedValue, RecordedValue, RecordedValue, RecordedValue
      )])
  func missing(
    type: TypeReference, before: RecordedValue, actual: RecordedValue, expected: RecordedValue,
    newBefore: RecordedValue, newActual: RecordedValue
  ) {
    let carried = CarriedDifference(schema: Self.schema).expected(
      .init(
        before: before, actual: actual, expected: expected, newBefore: newBefore,
        newActual: newActual), as: type)
    #expect(carried == nil)
  }

  @Test("A number that the recorded step left unchanged is unchanged in the smaller session")
  func leftAlone() {
    #expect(number(before: 5, actual: 0, expected: 5, newBefore: 7, newActual: 0) == .signed(7))
  }

  @Test("A value that this build changes as recorded is taken from the smaller session")
  func repaired() {
    #expect(number(before: 7, actual: 9, expected: 8, newBefore: 0, newActual: 1) == .signed(1))
    let carried = CarriedDifference(schema: Self.schema).expected(
      .init(
        before: .bool(false), actual: .bool(true), expected: .bool(false),
        newBefore: .bool(false), newActual: .bool(false)), as: .bool)
    #expect(carried == .bool(false))
  }

  @Test("A value that equals the recorded one is taken from the smaller session")
  func same() {
    let carried = number(before: 3, actual: 12, expected: 12, newBefore: 0, newActual: 40)
    #expect(carried == .signed(40))
  }

  @Test("Rows are found by their identities, at any positions")
  func rows() {
    let row = { (id: Int64, name: String) in RecordedValue.product([.signed(id), .string(name)]) }
    let carried = CarriedDifference(schema: Self.schema).expected(
      .init(
        before: .sequence([row(1, "a"), row(2, "b")]),
        actual: .sequence([row(1, "a"), row(2, "b")]),
        expected: .sequence([row(1, "a"), row(2, "new")]), newBefore: .sequence([row(2, "b")]),
        newActual: .sequence([row(2, "b")])), as: .identifiedArray(.named(0)))
    #expect(carried == .sequence([row(2, "new")]))
  }
}
