import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionLog
import SessionDocument
import SessionModel
import SessionReplay
import SessionTestSupport
import Testing

/// Compares the history of the golden sessions with the results of exhaustive searches.
@Suite("The history of the golden sessions")
struct GoldenHistoryTests {
  private static var logs: [String] { GoldenSessions.names + others }

  /// Logs of other apps. One log has changes of shared state from outside.
  private static let others = [
    "../Core/Replay/SessionReplayTests/__Snapshots__/errands.reprise",
    "../Core/Replay/SessionReplayTestingTests/Sessions/mixed.reprise",
    "../Features/OlderSessionsTests/__Snapshots__/version-2.reprise",
    "../../Examples/TodoShell/Sessions/shopping.reprise",
    "../../Examples/StockService/Tests/StockTests/Sessions/orders.reprise",
  ]

  @Test("A trace of the whole state contains the changes of every step", arguments: logs)
  func wholeTrace(log: String) throws {
    let reader = try GoldenSessions.open(log)
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

  @Test(
    "The changes of a step are the changes between the states before and after it", arguments: logs)
  func changes(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    var cursor = try SessionCursor(reader)
    cursor.followChanges()
    while true {
      let before = cursor.state
      guard let step = try cursor.pass() else { break }
      let changes = StateChange.all(from: before, to: cursor.state, as: type, in: schema)
      #expect(cursor.changes.map(\.path) == changes.map(\.path), "step \(step.number)")
      #expect(cursor.changes.map(\.old) == changes.map(\.old), "step \(step.number)")
      #expect(cursor.changes.map(\.new) == changes.map(\.new), "step \(step.number)")
    }
  }

  @Test("The steps that touch a path are the steps of its trace", arguments: logs)
  func touched(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    var names: Set<String> = []
    var cursor = try SessionCursor(reader)
    cursor.followChanges()
    while try cursor.pass() != nil { names.formUnion(cursor.changes.map(\.path)) }
    for name in names.sorted().prefix(12) {
      let path = try ValuePath(name, into: type, in: schema)
      var expected: [UInt64] = []
      var trace = try ValueTrace(reader, paths: [path])
      while let entry = try trace.next() { expected.append(entry.number) }
      var found: [UInt64] = []
      var entries = try SessionEntries(reader, paths: [path])
      while let step = try entries.next() {
        if entries.touchesPaths { found.append(step.number) }
      }
      #expect(found == expected, "\(name)")
      #expect(!found.isEmpty)
    }
  }

  @Test("A shortened path leads to the row that it names")
  func shortened() throws {
    var count = 0
    for log in Self.logs {
      let reader = try GoldenSessions.open(log)
      let (type, schema) = (reader.header.state, reader.header.schema)
      var entries = try SessionEntries(reader)
      var cursor = try SessionCursor(reader)
      while try entries.next() != nil, let changes = entries.changes(), try cursor.pass() != nil {
        for (change, short) in zip(changes, entries.shortened(changes))
        where short.path != change.path {
          #expect(short.path.contains("…]"))
          let path = try ValuePath(short.path, into: type, in: schema)
          #expect(path.text == short.path)
          // A removed row has no path in the state.
          guard let whole = path.resolved(in: cursor.state) else { continue }
          #expect(whole.text == change.path)
          #expect(path.value(in: cursor.state) == whole.value(in: cursor.state))
          count += 1
        }
      }
    }
    #expect(count > 50)
  }

  @Test("A value is blamed on the last step whose states show its change", arguments: logs)
  func blame(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    var cursor = try SessionCursor(reader)
    cursor.followWrites()
    var known: [String: UInt64] = [:]
    for path in writers(of: cursor, as: type, in: schema).keys { known[path] = 0 }
    while true {
      let before = cursor.state
      guard let step = try cursor.pass() else { break }
      let changes = StateChange.all(from: before, to: cursor.state, as: type, in: schema)
      let changed = ChangedPaths(changes, in: type, schema)
      let found = writers(of: cursor, as: type, in: schema)
      #expect(!found.isEmpty)
      var expected: [String: UInt64] = [:]
      for path in found.keys {
        expected[path] =
          changed.touch(path) ? step.number : try #require(known[changed.before(path)], "\(path)")
      }
      #expect(found == expected, "step \(step.number)")
      known = expected
    }
    let blame = try StateBlame(reader, at: nil)
    #expect(blame.step == cursor.number)
    #expect(writers(of: blame.state, blame.writes, as: type, in: schema) == known)
  }

  @Test("Lost steps are blamed for the changes after the gap", arguments: logs)
  func blameOfGap(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    let last = try reader.lastWholeStep()
    for number in 0..<last {
      let before = try SessionCursor(reader, at: number).state
      let after = try SessionCursor(reader, at: last).state
      var writes = WriteTree(step: 0)
      writes.noteDifference(from: before, to: after, as: type, in: schema, step: last)
      let changed = ChangedPaths(
        StateChange.all(from: before, to: after, as: type, in: schema), in: type, schema)
      for (path, step) in writers(of: after, writes, as: type, in: schema) {
        #expect(step == (changed.touch(path) ? last : 0), "\(path) from step \(number)")
      }
    }
  }

  private func writers(
    of cursor: SessionCursor, as type: TypeReference, in schema: Schema
  ) -> [String: UInt64] {
    cursor.writes.map { writers(of: cursor.state, $0, as: type, in: schema) } ?? [:]
  }

  /// Returns the steps that are blamed, by the paths of values. Members of a set share a path.
  private func writers(
    of state: RecordedValue, _ writes: WriteTree, as type: TypeReference, in schema: Schema
  ) -> [String: UInt64] {
    let lines = ValueText(schema: schema).lines(
      of: state, as: type, writtenBy: writes, folding: false)
    var steps: [String: UInt64] = [:]
    for case let (value?, step?) in lines.map({ ($0.value, $0.step) }) { steps[value.path] = step }
    return steps
  }

  @Test("The chain and tree of causes of every step follow the origins of steps", arguments: logs)
  func causes(log: String) throws {
    let reader = try GoldenSessions.open(log)
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

  @Test("A session has no differences from itself", arguments: logs)
  func same(log: String) throws {
    let difference = try SessionDifference(
      try GoldenSessions.open(log), try GoldenSessions.open(log))
    #expect(difference.isSame)
    #expect(UInt64(difference.commonCount) == (try GoldenSessions.open(log).log.stepCount))
  }
}

/// The changes in a comparison, by path.
private struct ChangedPaths {
  private let paths: [String]
  /// The arrays that grew or shrank, with the index and the numbers of removed and inserted
  /// elements.
  private var splices: [String: (start: Int, removed: Int, inserted: Int)] = [:]

  init(_ changes: [StateChange], in type: TypeReference, _ schema: Schema) {
    paths = changes.map(\.path)
    for change in changes where (change.old == nil) != (change.new == nil) {
      guard let bracket = change.path.lastIndex(of: "["), change.path.hasSuffix("]"),
        let index = Int(change.path[change.path.index(after: bracket)...].dropLast()),
        let list = try? ValuePath(String(change.path[..<bracket]), into: type, in: schema)
      else { continue }
      guard case .list(.array, _) = list.type.unwrapped else { continue }
      var splice = splices[list.text] ?? (index, 0, 0)
      splice.start = min(splice.start, index)
      if change.old == nil { splice.inserted += 1 } else { splice.removed += 1 }
      splices[list.text] = splice
    }
  }

  /// Returns whether a change is reported at a path, or above or below it.
  ///
  /// List elements keep their identity when elements inserted before them change their indices.
  func touch(_ path: String) -> Bool {
    let (path, isNew) = followed(path)
    if isNew { return true }
    return paths.contains { other in
      if let list = splices.keys.first(where: { path.hasPrefix("\($0)[") }),
        other.hasPrefix("\(list)[")
      {
        return false
      }
      return path == other || holds(path, other) || holds(other, path)
    }
  }

  /// Returns the path of a value before the changes.
  func before(_ path: String) -> String { followed(path).path }

  private func holds(_ whole: String, _ part: String) -> Bool {
    if whole.isEmpty { return true }
    guard part.hasPrefix(whole), let next = part.dropFirst(whole.count).first else { return false }
    return next == "." || next == "[" || next == " "
  }

  private func followed(_ path: String) -> (path: String, isNew: Bool) {
    for (list, splice) in splices where path.hasPrefix("\(list)[") {
      let rest = path.dropFirst(list.count + 1)
      guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end]) else { continue }
      if index < splice.start { return (path, false) }
      if index < splice.start + splice.inserted { return (path, true) }
      return ("\(list)[\(index - splice.inserted + splice.removed)\(rest[end...])", false)
    }
    return (path, false)
  }
}
