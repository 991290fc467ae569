import ComposableArchitecture
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

@DependencyClient
struct DiceClient: Sendable {
  @DependencyEndpoint(recorded: true) var roll: @Sendable (_ sides: Int) -> Int = { _ in 1 }
  @DependencyEndpoint(recorded: true)
  var name: @Sendable () throws(Loaded) -> String = { () throws(Loaded) in "die" }
  @DependencyEndpoint(recorded: true) var shake: @Sendable () -> Void
  var weight: @Sendable () -> Int = { 1 }
  var polish: @Sendable () -> Void

  @Recordable
  struct Loaded: Error, Equatable {
    var sides = 0
  }
}

extension DiceClient: TestDependencyKey {
  static let testValue = DiceClient()
}

extension DependencyValues {
  var diceClient: DiceClient {
    get { self[DiceClient.self] }
    set { self[DiceClient.self] = newValue }
  }
}

@Reducer
struct Croupier {
  @Recordable
  struct State: Equatable {
    var points = 0
    var name = ""
  }

  @Recordable
  enum Action: Equatable {
    case roll
    case read
    case work
    case weigh
    case polish
    case loaded
    case hidden
  }

  @Dependency(\.diceClient) var dice

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .roll:
        dice.shake()
        state.points += dice.roll(sides: 6) + dice.roll(6)
        do throws(DiceClient.Loaded) {
          state.name = try dice.name()
        } catch {
          state.name = "loaded \(error.sides)"
        }
      case .read: _ = dice
      case .work: return .run { [dice] _ in _ = dice.roll(sides: 2) + dice.weight() }
      case .weigh: state.points += dice.weight()
      case .polish: dice.polish()
      case .loaded, .hidden: break
      }
      return .none
    }
    Reduce { state, action in
      @Dependency(\.diceClient) var dice
      if action == .loaded { state.points += dice.weight() }
      return .none
    }
    .dependency(\.diceClient, .loaded)
  }
}

extension DiceClient {
  static var loaded: DiceClient {
    DiceClient(
      roll: { $0 }, name: { () throws(Loaded) in "" }, shake: {}, weight: { 2 }, polish: {})
  }
}

@MainActor
@Suite("Recorded endpoints")
struct RecordedEndpointTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("a.reprise") }
  private nonisolated static let identity = AppIdentity(name: "Casino", version: "1", build: "test")

  init() throws { folder = try TemporaryFolder() }

  private nonisolated static var app: ReplayedApp<Croupier.State, Croupier.Action> {
    ReplayedApp(identity: identity, dependencies: []) { Croupier().assemble() }
  }

  private func record(
    _ actions: [Croupier.Action], _ dependencies: [RecordedDependency] = app.dependencies,
    dice: DiceClient
  ) async throws -> Croupier.State {
    let recorder = try SessionRecorder<Croupier.State, Croupier.Action>(
      path: path, app: Self.identity, initialState: Croupier.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(overwrite: true, dependencies: dependencies),
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: Croupier.State(), reducer: { Croupier() },
      withDependencies: {
        $0.diceClient = dice
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
    return store.withState { $0 }
  }

  /// A client that never returns the same answer twice.
  private func counting(_ shakes: LockIsolated<Int> = LockIsolated(0)) -> DiceClient {
    let number = LockIsolated(0)
    let next: @Sendable () -> Int = {
      number.withValue {
        $0 += 1
        return $0
      }
    }
    return DiceClient(
      roll: { _ in next() },
      name: { () throws(DiceClient.Loaded) in
        let sides = next()
        if sides.isMultiple(of: 2) { throw DiceClient.Loaded(sides: sides) }
        return "die \(sides)"
      },
      shake: { shakes.withValue { $0 += 1 } }, weight: { 1 }, polish: {})
  }

  private func replay(_ dice: DiceClient) -> ReplayReport {
    withDependencies {
      $0.diceClient = dice
    } operation: {
      SessionReplayer(Self.app).replay(path: path)
    }
  }

  @Test("A marked endpoint is recorded without a list if a reducer declares its client")
  func names() {
    #expect(
      Self.app.dependencies.map(\.name)
        == ["DiceClient.roll", "DiceClient.name", "DiceClient.shake"])
    #expect(
      RecordedDependency.endpoints(of: DiceClient.self).map(\.name)
        == Self.app.dependencies.map(\.name))
    let listed = ReplayedApp(
      identity: Self.identity, dependencies: RecordedDependency.endpoints(of: DiceClient.self)
    ) { Croupier().assemble() }
    #expect(listed.dependencies.count == 3)
  }

  @Test("A replay repeats the answers of an endpoint, including errors, without calling it")
  func answers() async throws {
    let shakes = LockIsolated(0)
    let actions: [Croupier.Action] = [.roll, .work, .roll, .polish, .read, .loaded, .roll]
    let state = try await record(actions, dice: counting(shakes))
    #expect(shakes.value == 3)
    #expect(state.points > 10)
    let report = replay(counting(shakes))
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 7)
    #expect(shakes.value == 3)
  }

  @Test("A reducer's call of an unrecorded endpoint is named; reads and calls of effects are not")
  func unrecordedCall() async throws {
    _ = try await record([.read, .work, .polish, .loaded, .weigh], dice: counting())
    let divergence = try #require(replay(counting()).verdict.divergence)
    #expect(divergence.step == 5)
    #expect(divergence.kind == .unrecorded)
    #expect(
      divergence.unrecorded?.description == """
        the reducer used 'DiceClient.weight', which is not recorded: mark it \
        '@DependencyEndpoint(recorded: true)'
        """)
  }

  private func compatibilityEntry() -> CompatibilityEntry {
    withDependencies {
      $0.diceClient = counting()
    } operation: {
      SessionReplayer(Self.app).compatibilityEntry(path: path)
    }
  }

  @Test("A log from before an endpoint was marked is graded by its steps; an update adds answers")
  func older() async throws {
    _ = try await record([.read, .work], [], dice: counting())
    #expect(compatibilityEntry().grade == .fine)
    #expect(replay(counting()).verdict.kind == .match)
    _ = try await record([.read, .roll], [], dice: counting())
    let entry = compatibilityEntry()
    #expect(entry.grade == .risky)
    #expect(entry.addedDependencies == ["DiceClient.shake"])
    #expect(replay(counting()).verdict.divergence?.kind == .unanswered("DiceClient.shake"))
    let outcome = withDependencies {
      $0.diceClient = counting()
    } operation: {
      SessionReplayer(Self.app).update(path: path).outcome
    }
    guard case .updated = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(replay(counting()).verdict.kind == .match)
  }
}
