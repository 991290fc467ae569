import Foundation
import RecordCoding
import Testing

private struct Measure: CodableRecordable {
  var value: Double
}

private struct Refusing: CodableRecordable {
  struct Reason: Error, CustomStringConvertible {
    var description: String { "out of order" }
  }

  init() {}
  init(from decoder: any Decoder) throws { throw Reason() }
  func encode(to encoder: any Encoder) throws { throw Reason() }
}

@Suite("Types recorded as JSON")
struct CodableRecordableTests {
  @Test("Values and changes are decoded without loss")
  func exact() throws {
    try expectExact(among: [
      Money(unit: "", cents: 0), Money(unit: "a/b", cents: 0), Money(unit: "é", cents: -5),
      Money(unit: "\"}", cents: .max),
    ])
    try expectExact(among: [0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude].map(Measure.init))
  }

  @Test("Decimal numbers keep every digit")
  func decimals() throws {
    let digits = "12345678901234567890.123456789012345678"
    let decimal = try #require(Decimal(string: digits))
    #expect(try read(Decimal.self, from: recorded(decimal)) == decimal)
    try expectExact(among: [0, 1, -1, decimal, -decimal])
  }

  @Test("Encoding a value that throws fails with the reason")
  func failures() {
    var encoder = RecordEncoder()
    encoder.encode(Refusing())
    #expect(
      encoder.failure
        == .notEncodable(type: "RecordCodingTests.Refusing", description: "out of order"))
    encoder.reset()
    encoder.encode(Measure(value: .nan))
    #expect(encoder.failure != nil)
    encoder.reset()
    _ = encoder.encodeChange(from: [Measure(value: 1)], to: [Measure(value: .nan)])
    #expect(encoder.failure != nil)
  }

  @Test(
    "Decoding rejects JSON that is not a value of the type",
    arguments: ["", "{", "{}", #"{"cents":1.5,"unit":""}"#, "null", #"[[[[[[[["#])
  func invalid(json: String) {
    let error = #expect(throws: RecordDecodingError.self) {
      try read(Money.self, from: recorded(json))
    }
    guard case .invalidValue("Money", _, 0) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
  }
}
