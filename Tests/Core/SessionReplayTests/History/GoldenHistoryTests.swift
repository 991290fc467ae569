import ComposableArchitecture
import Foundation
import RecordCoding
import RecordSchema
import SessionLog
import SessionReplay
import Testing

/// The history of the golden sessions, beside what trying everything gives.
@Suite("The history of the golden sessions")
struct GoldenHistoryTests {
  private static let sessions = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sessions")

  private static var logs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sessions.path)) ?? []
    return names.filter { $0.hasSuffix(".reprise") }.sorted()
  }

  private func open(_ log: String) throws -> SessionReader {
    try SessionReader(path: Self.sessions.appendingPathComponent(log).path)
  }

  @Test("A trace of the whole state has what every step changed", arguments: logs)
  func wholeTrace(log: String) throws {
    let reader = try open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    var trace = try ValueTrace(reader, paths: [try ValuePath("", into: type, in: schema)])
    var cursor = try SessionCursor(reader)
    var milliseconds: UInt64 = 0
    while true {
      let before = cursor.state
      guard let step = try cursor.next() else { break }
      milliseconds += step.elapsedMilliseconds
      let changes = StateChange.all(from: before, to: cursor.state, as: type, in: schema)
      if changes.isEmpty { continue }
      let entry = try #require(try trace.next())
      #expect(entry.number == step.number)
      #expect(entry.milliseconds == milliseconds)
      #expect(entry.changes.map(\.path) == changes.map(\.path))
      #expect(entry.changes.map(\.new) == changes.map(\.new))
    }
    #expect(try trace.next() == nil)
  }

  @Test("What is blamed for a value is the last step that its trace has", arguments: logs)
  func blame(log: String) throws {
    let reader = try open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    let blame = try StateBlame(reader, at: nil)
    let lines = ValueText(schema: schema).lines(
      of: blame.state, as: type, writtenBy: blame.writes, folding: false)
    var steps: [String: UInt64] = [:]
    for case let (value?, step?) in lines.map({ ($0.value, $0.step) }) {
      // An element or a row that moved has the step that moved it.
      if value.path.contains("[") { continue }
      // All members of a set have one path.
      steps[value.path] = step
    }
    #expect(!steps.isEmpty)
    for (path, step) in steps {
      var trace = try ValueTrace(reader, paths: [try ValuePath(path, into: type, in: schema)])
      var last: UInt64 = 0
      while let entry = try trace.next() { last = entry.number }
      #expect(step == last, "\(path)")
    }
  }

  @Test("The chain and the tree of every step are those of its origins", arguments: logs)
  func causes(log: String) throws {
    let reader = try open(log)
    var cursor = try SessionCursor(reader)
    var chains: [UInt64: [UInt64]] = [:]
    while let step = try cursor.next() {
      chains[step.number] = []
      if case .received(let start) = step.origin { chains[step.number] = chains[start]! + [start] }
    }
    for (number, chain) in chains {
      let consequences = try StepConsequences(reader, of: number)
      #expect(consequences.causes == chain)
      let expected = chains.filter { $0.value.contains(number) }.keys.sorted()
      #expect(consequences.descendants.map(\.number) == expected)
    }
    let path = try ValuePath("", into: reader.header.state, in: reader.header.schema)
    var trace = try ValueTrace(reader, paths: [path])
    while let entry = try trace.next() {
      #expect(entry.cause == chains[entry.number]?.first ?? entry.number)
    }
  }

  @Test("A session is the same as itself", arguments: logs)
  func same(log: String) throws {
    let difference = try SessionDifference(try open(log), try open(log))
    #expect(difference.isSame)
    #expect(UInt64(difference.commonCount) == (try open(log).log.stepCount))
  }
}
