import RecordCoding
import RecordedValues
import Testing

@Suite("Durations as text")
struct DurationTextTests {
  private static let type = Duration.describe(in: SchemaBuilder())
  private static let schema = SchemaBuilder().schema
  private static let values = ValueText(schema: schema, abbreviatesDurations: true)

  private func text(_ duration: Duration, isAbbreviated: Bool = true) throws -> String {
    var encoder = RecordEncoder()
    encoder.encode(duration)
    var decoder = RecordDecoder(encoder.bytes)
    let value = try decoder.decodeValue(of: Self.type, in: Self.schema)
    return ValueText(schema: Self.schema, abbreviatesDurations: isAbbreviated)
      .text(of: value, as: Self.type)
  }

  @Test(
    "A duration is printed exactly, in seconds or in the largest smaller unit that fits",
    arguments: [
      (.zero, "0 s"), (.milliseconds(500), "500 ms"), (.milliseconds(1_500), "1.5 s"),
      (.seconds(90), "90 s"), (.microseconds(1_050), "1.05 ms"), (.microseconds(999), "999 µs"),
      (.nanoseconds(20), "20 ns"), (.seconds(-2), "-2 s"), (.milliseconds(-250), "-250 ms"),
      (Duration(secondsComponent: 1, attosecondsComponent: 1), "1.000000000000000001 s"),
      (Duration(secondsComponent: 0, attosecondsComponent: 7), "7 as"),
      (Duration(secondsComponent: .min + 1, attosecondsComponent: 0), "-9223372036854775807 s"),
    ] as [(Duration, String)])
  func exact(duration: Duration, expected: String) throws {
    #expect(try text(duration) == expected)
  }

  @Test("A duration is printed with its fields if it must be parsed again")
  func fields() throws {
    #expect(
      try text(.milliseconds(1_500), isAbbreviated: false)
        == "(seconds: 1, attoseconds: 500000000000000000)")
  }

  @Test("The difference of two durations has one line for each")
  func difference() {
    #expect(
      Self.values.differenceLines(
        expected: .product([.signed(1), .signed(0)]), actual: .product([.signed(2), .signed(0)]),
        as: Self.type) == ["- 1 s", "+ 2 s"])
  }

  @Test("Values that aren't valid durations are printed with their fields")
  func impossible() {
    #expect(
      Self.values.text(of: .product([.signed(1), .signed(-1)]), as: Self.type)
        == "(seconds: 1, attoseconds: -1)")
    #expect(
      Self.values.text(of: .product([.signed(0), .signed(.min)]), as: Self.type)
        == "(seconds: 0, attoseconds: -9223372036854775808)")
  }
}
