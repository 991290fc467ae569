import RecordedValues
import Foundation
import RecordCoding
import Testing

@Suite("Foundation types as text")
struct FoundationTextTests {
  /// Checks that a value is printed as a text, and that the text is parsed as the same value.
  private func expect<Value: Recordable>(
    _ value: Value, prints text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Value.self)
    let schema = builder.schema
    var encoder = RecordEncoder()
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    let recorded = try decoder.decodeValue(of: type, in: schema)
    #expect(
      ValueText(schema: schema).text(of: recorded, as: type) == text,
      sourceLocation: sourceLocation)
    let parsed = try ActionText.parseValue(text, as: type, in: schema)
    #expect(parsed == recorded, sourceLocation: sourceLocation)
  }

  private func parse<Value: Recordable>(_ text: String, as type: Value.Type) throws -> Value {
    let builder = SchemaBuilder()
    let type = builder.reference(to: Value.self)
    let value = try ActionText.parseValue(text, as: type, in: builder.schema)
    var encoder = RecordEncoder()
    encoder.encode(value, as: type, in: builder.schema)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decode(Value.self)
  }

  @Test("Foundation values print in a form that scripts can use")
  func text() throws {
    try expect(
      Result<Int, any Error>.failure(RecordedError(type: "App.Offline", text: "no network")),
      prints:
        #".failure(RecordedError(type: "App.Offline", text: "no network", details: nil))"#)
    try expect(1..<5, prints: "Range(lowerBound: 1, upperBound: 5)")
    try expect(1...5, prints: "Range(lowerBound: 1, upperBound: 5)")
    try expect(...5, prints: "PartialRangeTo(upperBound: 5)")
    try expect(
      CGRect(x: 0, y: 1.5, width: 2, height: 3),
      prints: "CGRect(origin: CGPoint(x: 0.0, y: 1.5), size: CGSize(width: 2.0, height: 3.0))")
    try expect(Locale(identifier: "de_DE"), prints: #""de_DE""#)
    try expect(TimeZone.gmt, prints: #""GMT""#)
    try expect(AttributedString(), prints: "[]")
    try expect(
      Measurement(value: 5, unit: UnitLength.meters),
      prints:
        #""{\"unit\":{\"converter\":{\"coefficient\":1,\"constant\":0},\"symbol\":\"m\"},\"value\":5}""#
    )
    try expect(Decimal(12), prints: #""12""#)
  }

  @Test("Unset components and labels can be omitted")
  func shortForms() throws {
    #expect(
      try parse("DateComponents(year: 2026, day: 3)", as: DateComponents.self)
        == DateComponents(year: 2026, day: 3))
    #expect(try parse("(1, 5)", as: Range<Int>.self) == 1..<5)
    #expect(try parse("12.5", as: Decimal.self) == 12.5)
    #expect(
      try parse(#"[(text: "Hi")]"#, as: AttributedString.self) == AttributedString("Hi"))
    let result = try parse(
      #".failure((type: "", text: "offline"))"#, as: Result<Int, any Error>.self)
    #expect(throws: RecordedError(type: "", text: "offline")) { try result.get() }
  }

  @Test("A type without cases has no valid text")
  func never() {
    #expect(throws: ActionTextError.self) { try parse(".failure(.a)", as: Result<Int, Never>.self) }
  }
}
