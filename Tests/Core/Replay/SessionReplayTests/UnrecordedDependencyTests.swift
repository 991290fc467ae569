import ComposableArchitecture
import Foundation
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionRecording
import SessionReplay
import SessionReports
import TestSupport
import Testing

/// A client with a synchronous die and an asynchronous message.
struct Die: TestDependencyKey {
  var roll: @Sendable () -> Int

  static let testValue = Die { 1 }
}

/// A client that returns nothing. `Gauge` is an object with unknown behavior.
struct Notes: TestDependencyKey {
  var write: @Sendable (String) -> Void

  static let testValue = Notes { _ in }
}

final class Gauge: TestDependencyKey, Sendable {
  func count() {}

  static var testValue: Gauge { Gauge() }
}

/// An object that a dependency retains, counted while it is alive.
private final class Hand: Sendable {
  private let alive: LockIsolated<Int>

  init(countedIn alive: LockIsolated<Int>) {
    self.alive = alive
    alive.withValue { $0 += 1 }
  }

  deinit {
    alive.withValue { $0 -= 1 }
  }
}

struct Mail: TestDependencyKey {
  var send: @Sendable () async -> Void

  static let testValue = Mail {}
}

extension DependencyValues {
  var die: Die {
    get { self[Die.self] }
    set { self[Die.self] = newValue }
  }
}

@Reducer
struct DiceGame {
  @Recordable
  struct State: Equatable {
    var points = 0
    var last: UUID?
  }

  @Recordable
  enum Action: Equatable {
    case roll
    case bet
    case mail
    case name
    case note
  }

  @Dependency(\.die) var die
  @Dependency(Notes.self) var notes
  @Dependency(Gauge.self) var gauge
  @Dependency(Mail.self) var mail
  @Dependency(\.uuid) var uuid
  /// The points that a changed build adds at each step.
  var bonus = 0
  /// Whether a changed build doesn't store the name that it has read.
  var isForgetful = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.points += bonus
      switch action {
      case .roll: state.points += die.roll()
      case .bet: return .run { [die] _ in _ = die.roll() }
      case .mail:
        let mail = mail
        return bonus > 0 ? .none : .run { _ in await mail.send() }
      case .name:
        let name = uuid()
        if !isForgetful { state.last = name }
      case .note:
        notes.write("\(state.points)")
        gauge.count()
      }
      return .none
    }
  }
}

@MainActor
@Suite("Dependencies that are not recorded")
struct UnrecordedDependencyTests {
  private static let recordedDie = RecordedDependency("die", \.die, reads: Int.self) { die, read in
    Die { read { die.roll() } }
  }

  private let folder: TemporaryFolder
  private var path: String { folder.file("a.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private nonisolated static func replayer(
    _ dependencies: [RecordedDependency], bonus: Int = 0, isForgetful: Bool = false
  ) -> SessionReplayer<DiceGame.State, DiceGame.Action> {
    SessionReplayer(
      ReplayedApp(identity: identity, dependencies: dependencies) {
        DiceGame(bonus: bonus, isForgetful: isForgetful).assemble()
      })
  }

  private nonisolated static let identity = AppIdentity(name: "Game", version: "1", build: "test")

  private func record(
    _ actions: [DiceGame.Action], _ dependencies: [RecordedDependency] = [.uuid],
    level: RecordingLevel = .steps, die: Die = Die { 1 }
  ) async throws {
    let recorder = try SessionRecorder<DiceGame.State, DiceGame.Action>(
      path: path, app: Self.identity, initialState: DiceGame.State(),
      recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(overwrite: true, level: level, dependencies: dependencies),
      milliseconds: { 0 },
      onFailure: { Issue.record($0) })
    let store = Store(
      initialState: DiceGame.State(), reducer: { DiceGame() },
      withDependencies: {
        $0.uuid = .incrementing
        $0.die = die
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
  }

  private func divergence(
    rolling number: Int, bonus: Int = 0, forgetting isForgetful: Bool = false,
    _ dependencies: [RecordedDependency] = [.uuid]
  ) throws -> Divergence {
    let report = withDependencies {
      $0.die = Die { number }
    } operation: {
      Self.replayer(dependencies, bonus: bonus, isForgetful: isForgetful).replay(path: path)
    }
    return try #require(report.verdict.divergence)
  }

  @Test("A die that the reducer rolled is blamed, and the difference is reported, too")
  func used() async throws {
    try await record([.name, .roll])
    let divergence = try divergence(rolling: 6)
    // A replay cannot determine whether the reducer changed as well.
    #expect(divergence.name == "state diverged")
    #expect(divergence.unrecorded == UnrecordedDependencies(names: ["die"], use: .used))
    guard case .state(let state) = divergence.kind else {
      Issue.record("\(divergence.kind)")
      return
    }
    #expect(state.path == "points")
  }

  @Test("Replays and updates release the dependencies whose reads they answered")
  func memory() async throws {
    let alive = LockIsolated(0)
    let die = RecordedDependency("die", \.die, reads: Int.self) { die, read in
      let hand = Hand(countedIn: alive)
      return Die { withExtendedLifetime(hand) { read { die.roll() } } }
    }
    try await record([.roll, .name], [.uuid, die])
    for _ in 0..<3 {
      #expect(Self.replayer([.uuid, die]).replay(path: path).verdict.kind == .match)
    }
    guard case .updated = Self.replayer([.uuid, die], bonus: 1).update(path: path).outcome else {
      Issue.record("nothing was updated")
      return
    }
    #expect(alive.value == 0)
  }

  @Test("A read that may belong to an effect is reported as a remark")
  func handedOn() async throws {
    try await record([.bet])
    let divergence = try divergence(rolling: 1, bonus: 1)
    #expect(divergence.name == "state diverged")
    #expect(divergence.unrecorded == UnrecordedDependencies(names: ["die"], use: .read))
  }

  @Test("Asynchronous endpoints and reads of previous steps aren't blamed")
  func innocent() async throws {
    try await record([.mail])
    let mail = try divergence(rolling: 1, bonus: 1)
    #expect(mail.name == "state diverged")
    #expect(mail.unrecorded == nil)
    // The second step differs; the first step passed the die to an effect.
    try await record([.bet, .name])
    let name = try divergence(rolling: 1, forgetting: true)
    #expect(name.step == 2)
    #expect(name.unrecorded == nil)
  }

  @Test("An unrecorded roll is named at its first use, even if the result was the same")
  func firstUse() async throws {
    try await record([.mail, .bet, .roll, .name])
    let divergence = try divergence(rolling: 1)
    #expect(divergence.step == 3)
    #expect(divergence.kind == .unrecorded)
    #expect(divergence.name == "dependency diverged")
    #expect(
      divergence.unrecorded?.description
        == "the reducer used 'die', which is not recorded: add it to recordedDependencies")
  }

  @Test("An unrecorded roll is named in a log that records states only occasionally")
  func actionsOnly() async throws {
    try await record([.name, .roll, .name], level: .actions)
    let divergence = try divergence(rolling: 1)
    #expect(divergence.step == 2)
    #expect(divergence.unrecorded == UnrecordedDependencies(names: ["die"], use: .used))
  }

  @Test("A die that is only passed to effects causes no difference, and plain data doesn't either")
  func match() async throws {
    try await record([.bet, .mail, .bet])
    #expect(Self.replayer([.uuid]).replay(path: path).verdict.kind == .match)
  }

  @Test("A dependency that returns nothing is never blamed; an object is blamed if a step differs")
  func unknown() async throws {
    try await record([.note, .name])
    #expect(Self.replayer([.uuid]).replay(path: path).verdict.kind == .match)
    let divergence = try divergence(rolling: 1, bonus: 1)
    #expect(divergence.step == 1)
    #expect(divergence.unrecorded?.names.count == 1)
    #expect(divergence.unrecorded?.names.first?.contains("Gauge") == true)
  }

  @Test("A replay doesn't repeat the reads inside a recorded die")
  func nested() async throws {
    let drawing = Die {
      @Dependency(\.uuid) var uuid
      return Int(uuid().uuid.15) + 1
    }
    let dependencies = [.uuid, Self.recordedDie]
    try await record([.name, .roll, .name, .roll], dependencies, die: drawing)
    let report = Self.replayer(dependencies).replay(path: path)
    #expect(report.verdict.kind == .match)
  }

  @Test("A log that predates the recording of the die is risky, diverges, and accepts new answers")
  func added() async throws {
    try await record([.name, .roll, .bet, .roll, .name])
    let dependencies = [.uuid, Self.recordedDie]
    let entry = Self.replayer(dependencies).compatibilityEntry(path: path)
    #expect(entry.grade == .risky)
    #expect(
      entry.blame == [
        "the dependency 'die' was not yet recorded: the log has no answers for its reads"
      ])
    let divergence = try divergence(rolling: 6, dependencies)
    #expect(divergence.step == 2)
    #expect(divergence.kind == .unanswered("die"))
    let updated = withDependencies {
      $0.die = Die { 6 }
    } operation: {
      Self.replayer(dependencies).update(path: path)
    }
    guard case .updated = updated.outcome else {
      Issue.record("\(updated.outcome)")
      return
    }
    let report = Self.replayer(dependencies).replay(path: path)
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 5)
    #expect(Self.replayer(dependencies).compatibilityEntry(path: path).grade == .fine)
  }

  @Test("A log that predates the recording of the die is fine if no step rolls it")
  func addedButNotDrawn() async throws {
    try await record([.name, .bet, .mail, .name])
    let replayer = Self.replayer([.uuid, Self.recordedDie])
    #expect(replayer.compatibilityEntry(path: path).grade == .fine)
    #expect(replayer.replay(path: path).verdict.kind == .match)
  }

  @Test("A differing step does not hide later reads that determine the grade")
  func addedBehindDifference() async throws {
    try await record([.name, .roll])
    let dependencies = [.uuid, Self.recordedDie]
    let entry = Self.replayer(dependencies, isForgetful: true).compatibilityEntry(path: path)
    #expect(entry.addedDependencies == ["die"])
    try await record([.name, .bet])
    let other = Self.replayer(dependencies, isForgetful: true).compatibilityEntry(path: path)
    #expect(other.grade == .fine)
  }

  @Test("An update is refused if it needs unrecorded answers")
  func refusedUse() async throws {
    try await record([.roll])
    let outcome = Self.replayer([.uuid]).update(path: path).outcome
    guard case .refused = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("An update is refused if reads no longer fit, regardless of added dependencies")
  func refused() async throws {
    try await record([.roll, .name], [.uuid])
    let replayer = Self.replayer([Self.recordedDie])
    let outcome = replayer.update(path: path).outcome
    guard case .refused = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }
}
