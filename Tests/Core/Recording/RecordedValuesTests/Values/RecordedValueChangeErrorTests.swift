import RecordCoding
import RecordedValues
import Testing

@Suite("Changes that do not fit")
struct RecordedValueChangeErrorTests {
  private func apply(
    _ bytes: [UInt8], to value: RecordedValue, as type: TypeReference
  ) throws -> RecordedValue {
    var value = value
    var decoder = RecordDecoder(bytes)
    try value.apply(change: &decoder, as: type, in: Self.schema)
    return value
  }

  private static let schema = Schema(types: [
    TypeDefinition(
      name: "App.Light",
      kind: .enumeration([
        RecordCase("off"), RecordCase("on", [RecordField("level", .unsigned(bits: 8))]),
      ]))
  ])

  private func refuses(
    _ bytes: [UInt8], to value: RecordedValue, as type: TypeReference, _ description: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: RecordDecodingError.self, sourceLocation: sourceLocation) {
      try apply(bytes, to: value, as: type)
    }
    guard case .changeDoesNotFit(description, _) = error else {
      Issue.record("another error: \(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  private let three: RecordedValue = .sequence([.signed(1), .signed(2), .signed(3)])

  @Test("A change rejects a number that exceeds its type")
  func numbers() {
    refuses([2], to: .signed(127), as: .signed(bits: 8), "128 does not fit Int8")
    refuses(
      [1], to: .unsigned(0), as: .unsigned(bits: 8), "18446744073709551615 does not fit UInt8")
  }

  @Test("A text splice must be within the text and result in text")
  func text() throws {
    #expect(try apply([1, 1, 1, 0x78], to: .string("abc"), as: .string) == .string("axc"))
    refuses([4, 0, 0], to: .string("abc"), as: .string, "it names 4 of 3 bytes")
    refuses([2, 2, 0], to: .string("abc"), as: .string, "it names 2 of 1 bytes")
    refuses([1, 0, 0], to: .string("é"), as: .string, "the text that it makes is not UTF-8")
  }

  @Test("An optional cannot lose a missing value or gain a second one")
  func optionals() {
    let type = TypeReference.optional(.bool)
    refuses([0], to: .none, as: type, "the optional has no value")
    refuses([2], to: .none, as: type, "the optional has no value")
    refuses([1, 0], to: .some(.bool(true)), as: type, "the optional has a value already")
  }

  @Test("A splice of elements must be within the array")
  func splices() throws {
    let type = TypeReference.array(.signed(bits: 64))
    #expect(
      try apply([1, 1, 1, 2, 8, 10], to: three, as: type)
        == .sequence([.signed(1), .signed(4), .signed(5), .signed(3)]))
    refuses([1, 4, 0, 0], to: three, as: type, "it names 4 of 3 elements")
    refuses([1, 1, 3, 0], to: three, as: type, "it names 3 of 2 elements")
    refuses([0, 1, 3, 2], to: three, as: type, "there is no element 3, only 3 elements")
    refuses([0, 2, 2, 2, 4, 2], to: three, as: type, "it names 4 of 0 elements that are left")
  }

  @Test("A set change removes only existing members and inserts only new ones")
  func sets() {
    let type = TypeReference.set(.signed(bits: 64))
    refuses([1, 8, 0], to: three, as: type, "a key that it names is not there")
    refuses([0, 1, 4], to: three, as: type, "a key that it adds is there already")
    refuses([0, 2, 12, 10], to: three, as: type, "its keys are out of order")
    refuses([2, 4, 2, 0], to: three, as: type, "a key that it names is not there")
  }

  @Test("A dictionary change removes and changes only existing keys and inserts only new ones")
  func dictionaries() {
    let type = TypeReference.dictionary(key: .signed(bits: 64), value: .bool)
    let value = RecordedValue.dictionary([RecordedPair(key: .signed(1), value: .bool(true))])
    refuses([1, 4, 0, 0], to: value, as: type, "a key that it names is not there")
    refuses([0, 1, 2, 0, 0], to: value, as: type, "a key that it adds is there already")
    refuses([0, 0, 1, 4], to: value, as: type, "a key that it names is not there")
  }

  @Test("A change rejects mask bits beyond the last field")
  func masks() {
    refuses(
      [0b10], to: .product([.bool(true)]), as: .tuple([RecordField(nil, .bool)]),
      "it changes more than 1 fields")
  }

  @Test("A change rejects an unknown case, and a change of case has its values")
  func cases() throws {
    let on = RecordedValue.enumeration(case: 1, payload: [.unsigned(1)])
    #expect(
      try apply([0, 1, 2], to: on, as: .named(0)) == .enumeration(case: 1, payload: [.unsigned(2)]))
    #expect(try apply([1], to: on, as: .named(0)) == .enumeration(case: 0, payload: []))
    #expect(throws: RecordDecodingError.invalidTag(3, limit: 3, offset: 0)) {
      try apply([3], to: on, as: .named(0))
    }
  }

  @Test("A change rejects a value of a different type")
  func otherType() {
    refuses([], to: .signed(1), as: .bool, "the value is not of the type bool")
  }
}
