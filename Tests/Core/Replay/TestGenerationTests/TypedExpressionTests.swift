import Foundation
import RecordCoding
import RecordedValues
import TestGeneration
import Testing

@Suite("Values of calls as Swift source")
struct TypedExpressionTests {
  @Recordable
  enum Mode: Equatable {
    case idle
    case loading(percent: Int)
  }

  @Recordable
  struct Row: Equatable {
    private var id = 1

    init() {}
  }

  private func text<Value: Recordable>(of value: Value) throws -> String {
    let builder = SchemaBuilder(collectsSources: true)
    let type = builder.reference(to: Value.self)
    var encoder = RecordEncoder()
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    let recorded = try decoder.decodeValue(of: type, in: builder.schema)
    var source = SwiftSource(schema: builder.schema, types: SourceTypes(builder))
    return source.typedExpression(recorded, as: type, Value.self)
  }

  @Test("Literals need no annotation if Swift infers their type")
  func literals() throws {
    #expect(try text(of: -4) == "-4")
    #expect(try text(of: "a\"b") == #""a\"b""#)
    #expect(try text(of: 0.5) == "0.5")
  }

  @Test("Other values have a type annotation")
  func annotated() throws {
    #expect(try text(of: UInt8(7)) == "7 as UInt8")
    #expect(
      try text(of: Mode.loading(percent: 3)) == "TypedExpressionTests.Mode.loading(percent: 3)")
    #expect(try text(of: [Mode.idle]) == "[.idle] as [TypedExpressionTests.Mode]")
    #expect(try text(of: Int?.none) == "nil as Int?")
    #expect(try text(of: ["a": [1]]) == #"["a": [1]] as [String: [Int]]"#)
    #expect(
      try text(of: Row())
        == #"try recorded("Row(id: 1)") as TypedExpressionTests.Row"#)
  }

  @Test("Durations are written in the largest unit that is exact")
  func durations() throws {
    #expect(try text(of: Duration.seconds(10)) == "Duration.seconds(10)")
    #expect(try text(of: Duration.milliseconds(1500)) == "Duration.milliseconds(1500)")
    #expect(try text(of: Duration.nanoseconds(3)) == "Duration.nanoseconds(3)")
    #expect(
      try text(of: Duration(secondsComponent: 0, attosecondsComponent: 1))
        == "Duration(secondsComponent: 0, attosecondsComponent: 1)")
    #expect(
      try text(of: Duration(secondsComponent: .max, attosecondsComponent: 1_000_000_000_000_000))
        == "Duration(secondsComponent: 9223372036854775807, "
        + "attosecondsComponent: 1000000000000000)")
  }
}
