import ComposableArchitecture
import RecordCoding
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

@MainActor
@Suite("Migrations of whole logs")
struct MigrationTests {
  /// Version 1: a flat state.
  @Recordable struct OldState: Equatable { var count = 0, label: String? = "x" }
  @Recordable enum OldAction: Equatable { case up, reset(Int) }

  /// Version 3: the count has its own structure, which also stores the maximum.
  @Recordable struct State: Equatable {
    var counter = Counter()
    var label: String?
    var isNew = false
  }
  @Recordable struct Counter: Equatable { var value = 0, steps: [Int] = [] }
  @Recordable enum Action: Equatable { case counter(CounterAction) }
  @Recordable enum CounterAction: Equatable { case up, set(to: UInt8) }

  private let folder: TemporaryFolder
  private var path: String { folder.file("old.reprise") }

  init() throws { folder = try TemporaryFolder() }

  /// Migrations from a flat count to a structure, and then from one action to a different one.
  private nonisolated static let migrations = [
    SessionMigration(from: 2) { state in
      state["counter"]?.rename("count", to: "value")
    } action: { action in
      guard action.caseName == "reset" else {
        action = .choice("counter", [.init(nil, action)])
        return
      }
      action.caseName = "set"
      action.fields[0].name = "to"
      action = .choice("counter", [.init(nil, action)])
    },
    SessionMigration(from: 1) { state in
      state["counter"] = .record([.init("count", state["count"] ?? .integer(0))])
      state["count"] = nil
    },
  ]

  private func record(_ actions: [OldAction], version: Int = 1) throws {
    let recorder = try SessionRecorder<OldState, OldAction>(
      path: path,
      app: AppIdentity(name: "Flat", version: "1", build: "test", schemaVersion: version),
      initialState: OldState(), recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(
      initialState: OldState(),
      reducer: {
        Reduce<OldState, OldAction> { state, action in
          switch action {
          case .up: state.count += 1
          case .reset(let count): state.count = count
          }
          return .none
        }
      }, withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    for action in actions { store.send(action) }
    _ = try recorder.finish()
  }

  private func replay(
    step: Int = 1, version: Int = 3, _ migrations: [SessionMigration] = migrations
  ) -> ReplayReport {
    let identity = AppIdentity(name: "Flat", version: "3", build: "test", schemaVersion: version)
    let app = ReplayedApp<State, Action>(identity: identity, migrations: migrations) {
      Reduce<State, Action> { state, action in
        switch action {
        case .counter(.up): state.counter.value += step
        case .counter(.set(let value)): state.counter.value = Int(value)
        }
        state.counter.steps.append(state.counter.value)
        return .none
      }.assemble()
    }
    return SessionReplayer(app).replay(path: path)
  }

  @Test("A log is migrated through all versions in order, and compared in the current version")
  func chain() throws {
    try record([.up, .reset(200), .up])
    let report = replay()
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 3)
    #expect(report.fit?.grade == .fine)
    #expect(
      report.fit?.lines == [
        "migrated from version 1 to 3", "the field 'counter.steps' of type [Int] was added",
        "the field 'isNew' of type Bool was added",
      ])
    #expect(replay(step: 2).verdict.divergence?.step == 1)
  }

  @Test("A value that doesn't fit after the migrations makes the log incompatible")
  func misfit() throws {
    try record([.up, .reset(300)])
    guard case .incompatible(let log) = replay().verdict else {
      Issue.record("the log was replayed")
      return
    }
    #expect(
      log.reason.reason == """
        the action of step 2 does not fit the types of this build: after the migrations \
        'counter.set.to' is the integer 300, and must be UInt8
        """)
  }

  @Test("A missing migration leaves changes that names alone cannot resolve")
  func missing() throws {
    try record([.up])
    #expect(replay([]).verdict.kind == .incompatible)
    let fit = replay([Self.migrations[0]]).fit
    #expect(fit?.grade == .risky)
    #expect(fit?.blame == ["the field 'count' was removed: its changes are no longer compared"])
  }

  @Test("A log of a newer version is rejected, and the message names both versions")
  func newer() throws {
    try record([.up], version: 4)
    guard case .incompatible(let log) = replay().verdict else {
      Issue.record("the log was replayed")
      return
    }
    #expect(log.reason == .newerTypes(expected: 3, found: 4))
    #expect("\(log)".contains("version 4") && "\(log)".contains("version 3"))
  }

  @Recordable struct Everything: Equatable {
    var nested: Int??
    var pairs = [1: "a", 2: "b"]
    var set: Set<String> = ["x", "y"]
    var float: Float = 0.1
    var wide = UInt64.max
    var small = Int8.min
    var choice = CounterAction.set(to: 7)
  }

  @Test(
    "A value of any form is unchanged by a conversion to a tree and back",
    arguments: [Int??.none, .some(nil), .some(5)])
  func roundTrip(nested: Int??) throws {
    let types = SchemaBuilder()
    let type = types.reference(to: Everything.self)
    var encoder = RecordEncoder()
    encoder.encode(Everything(nested: nested))
    var decoder = RecordDecoder(encoder.bytes)
    let value = try decoder.decodeValue(of: type, in: types.schema)
    let tree = RecordedTree(value, as: type, in: types.schema)
    let resolver = SchemaResolver(from: types.schema, to: types)
    #expect(try resolver.value(of: tree, as: type) == value)
  }
}
