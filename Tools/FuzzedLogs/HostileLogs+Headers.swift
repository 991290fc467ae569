import Foundation
import RecordCoding
import SessionModel
import SessionReplay

/// Logs whose headers declare endless types, or are long or deeply nested JSON.
extension HostileLogs {
  var headers: [HostileLog] {
    let long = 1_000_000
    let spaces = String(repeating: " ", count: long)
    let arrays = String(repeating: "[", count: long / 2) + String(repeating: "]", count: long / 2)
    let objects =
      String(repeating: #"{"a":"#, count: long / 8) + "1" + String(repeating: "}", count: long / 8)
    let texts = "[" + String(repeating: "\"\",", count: long / 3 - 1) + "\"\"]"
    let numbers = "[" + String(repeating: "0,", count: long / 2 - 1) + "0]"
    let keys = "{" + (0..<90_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    return [
      patched("header of spaces", adding: #""aaa":0"# + spaces),
      patched("header of arrays", adding: #""aaa":"# + arrays),
      patched("header of objects", adding: #""aaa":"# + objects),
      patched("header of texts", adding: #""aaa":"# + texts),
      patched("header of numbers", adding: #""aaa":"# + numbers),
      patched("header of keys", adding: #""aaa":"# + keys),
      patched("header of a long number", adding: #""aaa":"# + String(repeating: "9", count: long)),
      patched("header of features", adding: #""optional":"# + texts, removing: #""optional":[],"#),
      patched("header of demands", adding: #""requires":"# + texts, removing: #""requires":[],"#),
      patched(
        "header of a long name",
        adding: #""app":""# + String(repeating: "\\u0000", count: 170_000) + "\"",
        removing: #""app":"Hostile","#),
    ] + types
  }

  private func patched(
    _ name: String, adding entry: String, removing old: String = ""
  ) -> HostileLog {
    var text = String(decoding: header, as: UTF8.self)
    if !old.isEmpty { text = text.replacing(old, with: "") }
    return log(name, keyframe(state()), header: Array(("{" + entry + "," + text.dropFirst()).utf8))
  }

  /// Logs with other types than the app's. The state has the last of these types.
  private var types: [HostileLog] {
    func structure(_ fields: [TypeReference]) -> TypeDefinition.Kind {
      .structure(fields.enumerated().map { RecordField("f\($0.offset)", $0.element) })
    }
    /// Returns types each of which consists of the next.
    func chain(_ count: Int, _ kind: (TypeReference) -> TypeDefinition.Kind) -> [TypeDefinition] {
      (0..<count).map { index in
        TypeDefinition(
          name: "T\(index)", kind: index + 1 < count ? kind(.named(index + 1)) : structure([]))
      }
    }
    let nested = (0..<30).reduce(TypeReference.bool) { type, _ in .optional(type) }
    let tuple = TypeReference.tuple(Array(repeating: RecordField(nil, .tuple([])), count: 30_000))
    return [
      typed("types of two fields each", chain(40) { structure([$0, $0]) }, [0]),
      typed("types in arrays", chain(40) { structure([.array($0), .array($0)]) }, .many(1_000, 2)),
      typed("a long chain of types", chain(10_000) { structure([$0]) }, [0]),
      typed("many types", chain(18_000) { _ in structure([]) }, [0]),
      typed("a type of itself", [TypeDefinition(name: "T", kind: structure([.named(0)]))], [0]),
      typed(
        "two types of each other",
        [
          TypeDefinition(name: "A", kind: structure([.named(1), .named(1)])),
          TypeDefinition(name: "B", kind: structure([.named(0), .optional(.named(0))])),
        ], [0]),
      typed(
        "many fields",
        [TypeDefinition(name: "T", kind: structure(Array(repeating: .tuple([]), count: 22_000)))],
        .many(22_000)),
      typed(
        "many cases",
        [TypeDefinition(name: "T", kind: .enumeration((0..<25_000).map { RecordCase("c\($0)") }))],
        [0]),
      typed(
        "nested optionals", [TypeDefinition(name: "T", kind: structure([.array(nested)]))],
        .varint(30_000) + .many(30_000 * 31, 1)),
      typed(
        "wide tuples", [TypeDefinition(name: "T", kind: structure([.array(tuple)]))],
        .varint(30) + .many(30 * 30_000)),
      typed(
        "nested lists",
        [TypeDefinition(name: "T", kind: structure([.array(.array(.array(.bool)))]))],
        .varint(300_000) + .many(900_000, 1)),
    ]
  }

  private func typed(_ name: String, _ types: [TypeDefinition], _ state: [UInt8]) -> HostileLog {
    guard var header = try? JSONDecoder().decode(SessionHeader.self, from: Data(header)) else {
      preconditionFailure("cannot decode the header of the app")
    }
    header.schema = Schema(types: types)
    (header.state, header.action, header.supplements) = (.named(0), .named(0), nil)
    let row = [UInt8(0)] + state
    return log(
      name, keyframe(state), header: header.line(),
      [(Self.chunk(row.count < 100 ? row : [0, 0]), 1)])
  }
}
