import Foundation
import RecordCoding
import TestSupport
import Testing

@Suite("Schemas as JSON")
struct SchemaCodableTests {
  private func encode(_ schema: Schema) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(schema), as: UTF8.self)
  }

  private func decode(_ json: String) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(json.utf8))
  }

  /// Decodes a field of a structure. Its type is the given JSON.
  private func decode(type json: String) throws -> Schema {
    try decode(#"{"types":[{"name":"A","struct":[{"name":"x","type":\#(json)}]}]}"#)
  }

  @Test("A schema is written as readable JSON")
  func golden() throws {
    let schema = Schema(types: [
      TypeDefinition(
        name: "App.State",
        kind: .structure([
          RecordField("count", .signed(bits: 64)), RecordField("price", .json("App.Money")),
          RecordField("rows", .identifiedArray(.optional(.named(1)))),
          RecordField("pairs", .dictionary(key: .uuid, value: .set(.unsigned(bits: 8)))),
          RecordField("place", .tuple([RecordField("x", .float), RecordField(nil, .double)])),
        ])),
      TypeDefinition(
        name: "App.Row",
        kind: .enumeration([
          RecordCase("empty"), RecordCase("full", [RecordField(nil, .array(.string))]),
        ])),
    ])
    let json = #"""
      {"types":[{"name":"App.State","struct":[{"name":"count","type":"Int64"},\#
      {"name":"price","type":{"json":"App.Money"}},\#
      {"name":"rows","type":{"identifiedArray":{"optional":{"type":1}}}},\#
      {"name":"pairs","type":{"dictionary":["UUID",{"set":"UInt8"}]}},\#
      {"name":"place","type":{"tuple":[{"name":"x","type":"Float"},{"type":"Double"}]}}]},\#
      {"enum":[{"name":"empty"},{"name":"full","payload":[{"type":{"array":"String"}}]}],\#
      "name":"App.Row"}]}
      """#
    #expect(try encode(schema) == json)
    #expect(try decode(json) == schema)
  }

  @Test("Every schema is read back from its JSON", arguments: 0..<50)
  func roundTrip(seed: UInt64) throws {
    let schema = RandomSchema(seed: seed).schema
    #expect(try decode(try encode(schema)) == schema)
  }

  @Test(
    "Decoding rejects an invalid type with a description",
    arguments: [
      (#""Int65""#, #"there is no type "Int65""#),
      (#"{"type":7}"#, "'A' refers to type 7, but the schema has 1 types"),
      (#"{"optional":{"type":-1}}"#, "'A' refers to type -1, but the schema has 1 types"),
      (#"{"dictionary":["Int64"]}"#, "a dictionary has a type of keys and one of values, not 1"),
      (
        #"{"array":"Bool","set":"Bool"}"#,
        """
        a type must be an object of one key among json, optional, array, identifiedArray, set, \
        dictionary, tuple, type
        """
      ),
      (#"{"json":""}"#, #""" is not a valid name: it must be visible text"#),
      (
        #"{"tuple":[{"name":"x","type":"Bool"},{"name":"x","type":"Bool"}]}"#,
        "two fields have the name 'x'"
      ),
    ])
  func invalidTypes(json: String, description: String) {
    let error = #expect(throws: DecodingError.self) { try decode(type: json) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == description)
  }

  @Test("Decoding rejects types that are nested too deeply")
  func nesting() throws {
    let nested = { (count: Int) in
      String(repeating: #"{"array":"#, count: count) + #""Bool""#
        + String(repeating: "}", count: count)
    }
    _ = try decode(type: nested(60))
    #expect(throws: DecodingError.self) { try decode(type: nested(70)) }
    #expect(throws: DecodingError.self) { try decode(type: nested(100_000)) }
  }

  @Test(
    "Decoding rejects disguised and duplicated names",
    arguments: [
      #"{"types":[{"name":"A\u001b[2J","struct":[]}]}"#,
      #"{"types":[{"name":"A\u202eB","struct":[]}]}"#,
      #"{"types":[{"name":"A","struct":[{"name":"x`","type":"Bool"}]}]}"#,
      #"{"types":[{"name":"A","struct":[{"name":"x","type":"Bool"},{"name":"x","type":"Bool"}]}]}"#,
      #"{"types":[{"name":"A","enum":[{"name":"x"},{"name":"x"}]}]}"#,
      #"{"types":[{"name":"A"}]}"#, #"{"types":[{"name":"A","enum":[],"struct":[]}]}"#,
    ])
  func names(json: String) {
    #expect(throws: DecodingError.self) { try decode(json) }
  }
}
