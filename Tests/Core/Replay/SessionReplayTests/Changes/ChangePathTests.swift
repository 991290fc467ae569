import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionDocument
import SessionModel
import SessionReplay
import SessionTestSupport
import Testing

@Suite("Paths of changes in golden sessions")
struct ChangePathTests {
  @Test(
    "Every printed path can be parsed and leads to its value", arguments: GoldenSessions.names)
  func readBack(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    var cursor = try SessionCursor(reader)
    var count = 0
    while true {
      let before = cursor.state
      guard try cursor.next() != nil else { break }
      for change in StateChange.all(from: before, to: cursor.state, as: type, in: schema) {
        let path = try ValuePath(change.path, into: type, in: schema)
        #expect(path.text == change.path)
        try expectFound(change.old, by: path, in: before)
        try expectFound(change.new, by: path, in: cursor.state)
        count += 1
      }
    }
    #expect(count > 0)
  }

  private func expectFound(
    _ value: RecordedValue?, by path: ValuePath, in state: RecordedValue
  ) throws {
    guard let value else { return }
    let found = try #require(path.value(in: state), "nothing at \(path)")
    // The path of a change in a set is the path of the set. The changed values are its members.
    if case .sequence(let members) = found.unwrapped, members.contains(value) { return }
    #expect(found.unwrapped == value.unwrapped, "\(path)")
  }
}
