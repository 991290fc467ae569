import Foundation
import IdentifiedArrays
import Testing

@Suite("Conformances")
struct ConformanceTests {
  let rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "a"), Row(id: 2, name: "b")]

  @Test("Equality and hashing depend on the elements and their order")
  func equality() {
    #expect(rows == [Row(id: 1, name: "a"), Row(id: 2, name: "b")])
    #expect(rows != [Row(id: 2, name: "b"), Row(id: 1, name: "a")])
    #expect(rows != [Row(id: 1, name: "a")])
    #expect(Set([rows, IdentifiedArray(uniqueElements: rows.elements)]).count == 1)
  }

  @Test("An array is coded as an array of its elements")
  func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(rows)
    #expect(
      String(decoding: data, as: UTF8.self) == #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data) == rows)
  }

  @Test("Decoding a duplicate id throws an error that contains the id and both positions")
  func decodingDuplicate() throws {
    let data = Data(#"{"rows":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([String: IdentifiedArrayOf<Row>].self, from: data)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["rows"])
    #expect(
      context.debugDescription
        == "The elements at 0 and 1 have the same id 1. Give each element an id of its own.")
  }

  @Test("An array is described and mirrored as a collection of its elements")
  func reflection() {
    #expect(rows.description == rows.elements.description)
    let mirror = Mirror(reflecting: rows)
    #expect(mirror.displayStyle == .collection)
    #expect(mirror.children.compactMap { $0.value as? Row } == rows.elements)
    #expect(Mirror(reflecting: rows.ids).children.compactMap { $0.value as? Int } == [1, 2])
  }

  @Test("An array is sendable if its elements and ids are")
  func sendable() {
    func send(_ value: some Sendable) -> String { "\(value)" }
    #expect(send(rows) == rows.description)
  }
}
