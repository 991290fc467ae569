import RecordCoding
import Testing

@Suite("Optionals, results and raw values")
struct WrapperTests {
  @Test("Optionals of optionals are exact")
  func optionals() throws {
    try expectExact(among: [.none, .some(.none), 1, 2] as [Int??])
    try expectExact(among: [.none, .some(.none), .some(.some(.none)), true, false] as [Bool???])
    try expectExact(among: [nil, .nan, 0.0, -0.0] as [Double?])
    try expectExact(among: [nil, Hollow()] as [Hollow?])
  }

  @Test("Results are exact")
  func results() throws {
    try expectExact(
      among: [.success([]), .success(["a"]), .success(["b"]), .failure(.early), .failure(.late)]
        as [Result<[String], Refusal>])
  }

  @Test("Raw values are exact")
  func rawValues() throws {
    try expectExact(among: [Suit.hearts, .spades])
    try expectExact(among: [[], Rights.read, .write, [.read, .write]])
    #expect(try read(Suit.self, from: recorded("spades")) == .spades)
  }

  @Test("Decoding rejects a case that does not exist")
  func cases() {
    #expect(throws: RecordDecodingError.invalidTag(2, limit: 2, offset: 0)) {
      try read(Int?.self, from: [2, 0])
    }
    #expect(throws: RecordDecodingError.invalidTag(2, limit: 2, offset: 0)) {
      try read(Result<Int, Refusal>.self, from: [2, 0])
    }
  }

  @Test("Decoding rejects a raw value without a case and quotes it")
  func invalidRawValues() {
    #expect(
      throws: RecordDecodingError.invalidValue(type: "Refusal", description: "2", offset: 0)
    ) { try read(Refusal.self, from: [2]) }
    #expect(
      throws: RecordDecodingError.invalidValue(
        type: "Suit", description: #""clubs\u{1B}""#, offset: 0)
    ) { try read(Suit.self, from: recorded("clubs\u{1B}")) }
  }
}
