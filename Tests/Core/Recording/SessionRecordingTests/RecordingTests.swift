import RecordedValues
import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import Platform
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct RecordingTests {
  @Test("A log has the action, origin, time, reads, effect and change of each step")
  func steps() async throws {
    let folder = try TemporaryFolder()
    let summary = try await Session.record(at: folder.file("a.reprise"))
    #expect(summary.steps == 10)

    let reader = try SessionReader(path: folder.file("a.reprise"))
    var cursor = try SessionCursor(reader)
    let text = ActionText(schema: reader.header.schema, type: reader.header.action)
    var lines: [String] = []
    while let step = try cursor.next() {
      let draws = step.reads.map { reader.header.dependencies[$0.dependency].name }
      lines.append(
        "\(step.number) \(text.text(of: step.action)) \(step.origin) \(step.elapsedMilliseconds) "
          + "\(draws.joined(separator: "+")) \(step.effect) \(step.hasChange)")
    }
    #expect(
      lines == [
        "1 add(1) sent 5  none true",
        "2 write(\"Milk\") sent 5 uuid+date none true",
        "3 load sent 5  run.cancellable(id: loading) true",
        "4 loaded(40) received(startedBy: 3) 5  none true",
        "5 roll sent 5 withRandomNumberGenerator none true",
        "6 write(\"Grüße\") sent 5 uuid+date none true",
        "7 edit(\"\(UUID(0))\", \"Bread\") sent 5  none true",
        "8 add(-3) sent 5  none true",
        "9 cancel sent 5  cancel(id: loading) false",
        "10 roll sent 5 withRandomNumberGenerator none true",
      ])
  }

  @Test("The state after any step can be restored from the log alone")
  func states() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    var states = [store.state]
    for action in Session.mixed() where action != .load {
      store.send(action)
      states.append(store.state)
    }
    _ = try recorder.finish()

    let reader = try SessionReader(path: path)
    for (number, state) in states.enumerated() {
      let cursor = try SessionCursor(reader, at: UInt64(number))
      #expect(cursor.number == UInt64(number))
      #expect(cursor.state == (try Self.value(of: state, reader.header)))
    }
  }

  @Test(
    "A long session has several blocks and keyframes. Seeking and reading find the same states")
  func keyframes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("long.reprise")
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    for number in 0..<4_000 {
      store.send(number % 3 == 0 ? .write("note \(number)") : .add(number))
    }
    _ = try recorder.finish()

    let reader = try SessionReader(path: path)
    #expect(reader.log.blocks.count(where: \.startsWithKeyframe) >= 2)
    var cursor = try SessionCursor(reader)
    var visited = 0
    while try cursor.next() != nil {
      guard cursor.number % 997 == 0 || cursor.number == 4_000 else { continue }
      #expect(try SessionCursor(reader, at: cursor.number).state == cursor.state)
      visited += 1
    }
    #expect(visited == 5)
    #expect(cursor.state == (try Self.value(of: store.state, reader.header)))
    let report = Session.replay(path, app: Session.app())
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 4_000)
  }

  @Test("An unfinished recording that was never flushed has every step")
  func unfinished() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    store.send(.add(1))
    store.send(.add(2))
    recorder.flush()
    store.send(.add(3))
    store.send(.add(4))

    let report = Session.replay(path + ".partial", app: Session.app())
    #expect(report.verdict.name == "damaged")
    #expect(report.verdict.kind.exitCode == 4)
    #expect(report.stepCount == 4)
    #expect(report.verifiedSteps == 4)
    withExtendedLifetime(store) {}
  }

  @Test("A recording into an existing log is rejected, and the log is kept")
  func existing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record([.add(1)], at: path)
    let before = FileManager.default.contents(atPath: path)
    #expect(throws: SessionRecordingError.log(.fileExists(path: path))) {
      _ = try Session.recorder(at: path)
    }
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test("A value that cannot be recorded ends the recording, and the steps before it are kept")
  func notRecordable() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("deep.reprise")
    let failures = Mutex<[SessionRecordingFailure]>([])
    let recorder = try SessionRecorder<Nest, Int>(
      path: path, app: Session.identity, initialState: .end, recorded: "",
      onFailure: { failure in failures.withLock { $0.append(failure) } })
    let store = Store(
      initialState: Nest.end,
      reducer: {
        Reduce<Nest, Int> { state, depth in
          for _ in 0..<depth { state = .more(state) }
          return .none
        }
      }, observer: recorder)
    for depth in [1, 2, 2_000, 1] { store.send(depth) }
    #expect(try recorder.finish().steps == 2)
    let found = failures.withLock { $0 }
    #expect(found.count == 1)
    guard case .notRecordable(step: 3, .tooDeep(_, limit: 512))? = found.first?.cause else {
      Issue.record("\(found)")
      return
    }
  }

  @Test("Reads by other threads and between steps are not recorded")
  func otherDraws() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try Session.recorder(at: path)
    var values = DependencyValues.current
    values.uuid = .incrementing
    recorder.install(in: &values)
    let uuid = values.uuid
    _ = uuid()
    var state = Notebook.State()
    recorder.willReduce(.add(1), number: 1, origin: .sent, state: &state)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = uuid()
        continuation.resume()
      }
    }
    recorder.didReduce(.add(1), number: 1, origin: .sent, effect: .none, state: &state)
    _ = try recorder.finish()
    var cursor = try SessionCursor(SessionReader(path: path))
    #expect(try cursor.next()?.reads == [])
  }

  /// A state that can be nested to any depth.
  indirect enum Nest: Recordable {
    case end
    case more(Nest)

    static func describe(in schema: SchemaBuilder) -> TypeReference {
      schema.enumeration(Self.self) { type in
        type.case("end")
        type.case("more") { $0.field(nil, Nest.self) }
      }
    }

    func record(into encoder: inout RecordEncoder) {
      switch self {
      case .end:
        encoder.append(count: 0)
      case .more(let nest):
        encoder.append(count: 1)
        encoder.encode(nest)
      }
    }

    init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
      self = try decoder.tag(below: 2) == 0 ? .end : .more(try decoder.decode())
    }

    func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
      encoder.appendChange(toCase: 1)
      record(into: &encoder)
      return true
    }
  }

  private static func value(
    of state: Notebook.State, _ header: SessionHeader
  ) throws -> RecordedValue {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    return try decoder.decodeValue(of: header.state, in: header.schema)
  }

  @Test("With the durability of a step, each step is in the file before the store continues")
  func durableSteps() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try Session.recorder(at: path, durability: .step)
    let store = Session.store(recorder)
    for number in 1...5 as ClosedRange<UInt64> {
      store.send(.add(1))
      #expect(try LogReader(path: path + ".partial", options: .session).stepCount == number)
    }
    #expect(try recorder.finish().steps == 5)
    #expect(try LogReader(path: path, options: .session).blocks.count == 1)
  }
}
