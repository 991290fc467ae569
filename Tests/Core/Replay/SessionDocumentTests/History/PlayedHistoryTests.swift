import ComposableArchitecture
import RecordedValues
import SessionLog
import SessionDocument
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// Compares a player's queries of a log with the results of reading all its steps.
@Suite("A player's queries of a log")
struct PlayedHistoryTests {
  private static var logs: [String] {
    GoldenSessions.names + ["../../Examples/TodoShell/Sessions/shopping.reprise"]
  }

  @Test("The next and previous changes of a value are the changes in its trace", arguments: logs)
  func searches(log: String) throws {
    let reader = try GoldenSessions.open(log)
    guard
      case .structure(let fields) = reader.header.schema.definition(of: reader.header.state)?.kind
    else { return }
    for name in fields.compactMap(\.name) {
      let path = try ValuePath(name, into: reader.header.state, in: reader.header.schema)
      try check(reader, path)
    }
  }

  @Test("Changes of a value are found across the keyframes of a long log")
  @MainActor
  func longLog() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("long.reprise")
    let actions = (1...700).map {
      $0.isMultiple(of: 90) ? Notebook.Action.write("\($0)") : .add($0)
    }
    try await Session.record(actions, at: path)
    let reader = try SessionReader(path: path)
    #expect(reader.log.blocks.count { $0.startsWithKeyframe } > 1)
    try check(
      reader, try ValuePath("notes", into: reader.header.state, in: reader.header.schema))
  }

  private func check(_ reader: SessionReader, _ path: ValuePath) throws {
    var trace = try ValueTrace(reader, paths: [path])
    var numbers: [UInt64] = []
    while let entry = try trace.next() { numbers.append(entry.number) }
    var found: [UInt64] = []
    var step: UInt64 = 0
    while case .found(let next) = try search(reader, path, from: step, .forward) {
      found.append(next)
      step = next
    }
    #expect(found == numbers, "\(path)")
    step = reader.log.lastStep + 1
    found = []
    while case .found(let next) = try search(reader, path, from: step, .backward) {
      found.append(next)
      step = next
    }
    #expect(found == numbers.reversed(), "\(path)")
  }

  /// Searches in slices. Each search is therefore resumed.
  private func search(
    _ reader: SessionReader, _ path: ValuePath, from step: UInt64,
    _ direction: ChangeSearch.Direction
  ) throws -> ChangeSearch.Outcome {
    var search = try ChangeSearch(reader, of: path, from: step, direction)
    while true {
      if let outcome = try search.proceed(until: { true }) { return outcome }
    }
  }

  @Test("The index contains the time and sender of every step", arguments: logs)
  func index(log: String) throws {
    let reader = try GoldenSessions.open(log)
    var index = StepIndex(reader)
    while !index.isComplete { try index.readBlock() }
    var cursor = try SessionCursor(reader)
    var (place, milliseconds) = (0, UInt64(0))
    while let step = try cursor.pass() {
      milliseconds += step.elapsedMilliseconds
      #expect(index.milliseconds(at: place) == milliseconds)
      let distance: UInt64? =
        if case .received(let startedBy) = step.origin { step.number - startedBy } else { nil }
      #expect(index.distance(toSenderOf: place) == distance)
      #expect(reader.stepNumber(at: place) == step.number)
      #expect(reader.stepIndex(of: step.number) == place)
      place += 1
    }
    #expect(index.count == place)
    #expect(reader.stepIndex(of: 0) == nil)
    #expect(reader.stepIndex(of: reader.log.lastStep + 1) == nil)
  }

  @Test("Every node of a state's tree is at its path", arguments: logs)
  func tree(log: String) throws {
    let reader = try GoldenSessions.open(log)
    let (type, schema) = (reader.header.state, reader.header.schema)
    let state = try SessionCursor(reader, at: reader.log.lastStep).state
    let nodes = ValueTree(of: state, as: type, in: schema) { _, _ in true }.nodes
    #expect(nodes.first?.path.isEmpty == true)
    for node in nodes {
      let path = try ValuePath(node.path, into: type, in: schema)
      #expect(path.value(in: state)?.unwrapped == node.value.unwrapped, "\(node.path)")
    }
  }
}
