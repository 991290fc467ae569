import Foundation
import RecordCoding
import RecordedValues
import SessionDocument
import SessionReplay
import Testing

@Suite("Results and states as JSON")
struct JSONTextTests {
  private let schema = Schema(types: [
    TypeDefinition(
      name: "App.State",
      kind: .structure([RecordField("n", .signed(bits: 64)), RecordField("page", .named(1))])),
    TypeDefinition(
      name: "App.Page",
      kind: .enumeration([
        RecordCase("home"), RecordCase("item", [RecordField(nil, .string)]),
        RecordCase("two", [RecordField("a", .bool), RecordField(nil, .bool)]),
      ])),
  ])

  private func json(_ value: RecordedValue, _ type: TypeReference) -> String {
    let line = JSONText.line(state: value, as: type, in: schema, after: 1)
    #expect(line.hasPrefix(#"{"state":"#) && line.hasSuffix(#","step":1}"#))
    return String(line.dropFirst(9).dropLast(10))
  }

  @Test(
    "Both writers use the same escapes for strings, and write no invisible characters",
    arguments: [
      ("plain", #""plain""#), ("\"/\\", #""\"/\\""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
      ("\0\u{1F}\u{7F}", #""\u0000\u001f\u007f""#), ("\u{202E}\u{2028}", #""\u202e\u2028""#),
      ("\u{E0041}", #""\udb40\udc41""#), ("é👩‍🚀", #""é👩‍🚀""#),
    ])
  func strings(text: String, literal: String) {
    #expect(JSONText.line(text) == literal)
    #expect(json(.string(text), .string) == literal)
  }

  @Test("Numbers and keys are written like by a JSONEncoder")
  func encoder() {
    for value in [0, -0.0, 1, 0.1, 1e15, 1e16, 1e300, .leastNonzeroMagnitude, -2.5] {
      #expect(json(.double(bits: value.bitPattern), .double) == JSONText.line(value))
    }
    let keys = ["b", "a10", "a2", "B", "é", "e", "", "_", "e\u{301}Milk", "\u{A0}\u{3000}"]
    let pairs = keys.map { RecordedPair(key: .string($0), value: .bool(true)) }
    #expect(
      json(.dictionary(pairs), .dictionary(key: .string, value: .bool))
        == JSONText.line(Dictionary(uniqueKeysWithValues: keys.map { ($0, true) })))
  }

  @Test("Keys that are equal strings are one key, with the last value")
  func equalKeys() {
    let pairs = [("\u{E9}", true), ("e\u{301}", false)].map { key, value in
      RecordedPair(key: .string(key), value: .bool(value))
    }
    let text = json(.dictionary(pairs), .dictionary(key: .string, value: .bool))
    #expect(Array(text.utf8) == Array("{\"\u{E9}\":false}".utf8))
  }

  @Test("A structure becomes an object, and a case without values its name")
  func structure() {
    let state = RecordedValue.product([.signed(-3), .enumeration(case: 0, payload: [])])
    #expect(json(state, .named(0)) == #"{"n":-3,"page":"home"}"#)
  }

  @Test("A case with values becomes an object with its name as key")
  func cases() {
    #expect(
      json(.enumeration(case: 1, payload: [.string("x")]), .named(1)) == #"{"item":"x"}"#)
    #expect(
      json(.enumeration(case: 2, payload: [.bool(true), .bool(false)]), .named(1))
        == #"{"two":{"1":false,"a":true}}"#)
  }

  @Test("A dictionary becomes an object if its keys are strings, and pairs otherwise")
  func dictionaries() {
    let byText = RecordedValue.dictionary([RecordedPair(key: .string("a"), value: .bool(true))])
    #expect(json(byText, .dictionary(key: .string, value: .bool)) == #"{"a":true}"#)
    let byNumber = RecordedValue.dictionary([RecordedPair(key: .signed(1), value: .bool(true))])
    #expect(json(byNumber, .dictionary(key: .signed(bits: 8), value: .bool)) == "[[1,true]]")
  }

  @Test("Optionals are transparent, and numbers that JSON cannot express become strings")
  func primitives() {
    #expect(json(.none, .optional(.bool)) == "null")
    #expect(json(.some(.bool(true)), .optional(.bool)) == "true")
    #expect(json(.double(bits: Double.nan.bitPattern), .double) == #""nan""#)
    #expect(json(.double(bits: 1.5.bitPattern), .double) == "1.5")
    #expect(json(.unsigned(.max), .unsigned(bits: 64)) == "18446744073709551615")
    #expect(json(.data([1, 2]), .data) == #""AQI=""#)
  }
}
