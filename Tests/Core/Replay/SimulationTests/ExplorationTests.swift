import ComposableArchitecture
import DependencyInjection
import SessionReplay
import Foundation
import ReplayCorpus
import SessionModel
import SessionRecording
import SessionTestSupport
import Simulation
import TestSupport
import Testing

@DependencyClient
private struct OracleClient: Sendable {
  var answer: @Sendable () async throws -> Int
}

extension OracleClient: TestDependencyKey {
  static let testValue = OracleClient()
}

/// A feature that remembers guesses and answers, and whose load starts two effects at once.
@Reducer
private struct Guesses {
  @Recordable
  struct State: Equatable, Sendable {
    var guess = 0
    var answer = 0
    var loads: [String] = []
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case guessed(Int)
    case asked
    case answered(Int)
    case load
    case loaded(String)
  }

  @Dependency(OracleClient.self) var oracle

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .guessed(let guess): state.guess = guess
      case .asked: return .run { send in await send(.answered(try await oracle.answer())) }
      case .answered(let answer): state.answer = answer
      case .load:
        state.loads = []
        return .merge(
          .run { send in
            await Task.yield()
            await send(.loaded("settings"))
          },
          .run { send in
            await Task.yield()
            await send(.loaded("documents"))
          })
      case .loaded(let name): state.loads.append(name)
      }
      return .none
    }
  }
}

@MainActor
@Suite("Explorations")
struct ExplorationTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/s.reprise" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private let app = ReplayedApp(identity: Session.identity) { Guesses().assemble() }

  private func exploration(
    _ invariant: Invariant<Guesses.State, Guesses.Action>
  ) async -> Exploration {
    let simulation = Simulation(
      app, initialState: { Guesses.State() }, invariants: [invariant])
    let path = path
    let exploration = Exploration(log: { _ in path }) { requests in
      var results: [SimulationResult] = []
      for request in requests { results.append(await simulation.run(request)) }
      return results
    }
    await exploration.survey()
    return exploration
  }

  @Test("An effect that overtakes a second one is found, and its log replays in the same order")
  func overtaking() async throws {
    let exploration = await exploration(
      Invariant("Settings are loaded before documents") { state in
        state.loads.first != "documents"
      })
    let found = try #require(await exploration.explore(0..<60).first)
    let result = await exploration.minimize(found, log: path)
    #expect(result.plan.acts.count == 1)
    #expect(result.plan.order != nil)
    let report = await EffectReplayer(SessionReplayer(app)).run(
      SessionReplayer(app).replay(path: path))
    #expect(report.verdict.kind == .match)
    // If tasks run in the order in which they become ready, no session fails.
    var plain = result.plan
    plain.order = nil
    #expect(await exploration.repeatSessions([plain]).isEmpty)
  }

  @Test("The story of a failure has the answer that led to it, below the user's action")
  func answer() async throws {
    let exploration = await exploration(Invariant("No answer is negative") { $0.answer >= 0 })
    let found = try #require(await exploration.explore(0..<60).first)
    let result = await exploration.minimize(found, log: path)
    let header = Simulation(app, initialState: { Guesses.State() }, invariants: []).header
    let lines = FailureStory(result, header: header).lines
    #expect(lines.first == "invariant violated: No answer is negative")
    let index = try #require(lines.firstIndex { $0.hasPrefix("  asked") })
    #expect(lines[index + 1].hasPrefix("    ↳ OracleClient.answer() → -"), "\(lines)")
  }

  @Test("Users do not send excluded actions", arguments: [[], ["asked"], ["guessed", "load"]])
  func exclusion(paths: [String]) async {
    let exploration = await exploration(Invariant("No guess is made") { $0.guess == 0 })
    exploration.exclude(paths)
    #expect(await exploration.explore(0..<20).isEmpty == paths.contains("guessed"))
    #expect(exploration.sessionCount == 20)
  }

  @Test("An exploration that ends early notes that sessions are missing, and ends its survey")
  func cut() async {
    var count = 0
    let exploration = Exploration(log: { "\($0).reprise" }) { requests in
      count += 1
      return requests.enumerated().map { index, request in
        index == 0 ? SimulationResult(request.plan) : nil
      }
    }
    #expect(!exploration.isCut)
    await exploration.survey()
    #expect(exploration.isCut)
    #expect(count == 1)
    #expect(await exploration.explore(0..<3).isEmpty)
    #expect(exploration.sessionCount == 1)
  }

  @Test("Values and answers of recorded logs are drawn again")
  func learning() async throws {
    let log = folder.file("learned.reprise")
    try await record(
      app, Guesses.State(), at: log,
      options: {
        $0.level = .effects
        $0.endpoints = CallableEndpoints.declared(by: app.assemble)
      }, reducer: { Guesses() },
      dependencies: withDependencies {
        $0[OracleClient.self].answer = { 777_777 }
      } operation: {
        DependencyValues.current
      }, milliseconds: { 0 }
    ) { store in
      await store.send(.guessed(555_555)).finish()
      await store.send(.asked).finish()
    }
    let list = try folder.write("\(log)\0", as: "learned")
    let violations: [(sentence: String, holds: @Sendable (Guesses.State) -> Bool)] = [
      ("No guess is 555,555", { $0.guess != 555_555 }),
      ("No answer is 777,777", { $0.answer != 777_777 }),
    ]
    for (sentence, holds) in violations {
      let invariant = Invariant<Guesses.State, Guesses.Action>(sentence, holds: holds)
      #expect(await exploration(invariant).explore(0..<20).isEmpty)
      let learned = await exploration(invariant)
      learned.learned = list
      #expect(await learned.explore(0..<20).first?.failure == .invariant(sentence))
    }
  }

  @Test("A session that shows a new shape, a new write or a new interleaving is kept")
  func coverage() async throws {
    let exploration = await exploration(Invariant("True") { _ in true })
    _ = await exploration.explore(0..<32)
    let (kept, coverage) = (exploration.kept.count, exploration.coverage)
    #expect(kept > 0)
    // The same sessions show nothing new.
    let plans = exploration.kept
    _ = await exploration.repeatSessions(plans)
    #expect(exploration.kept.count == kept)
    #expect(exploration.coverage == coverage)
    #expect(exploration.replaced == plans)
  }

  @Test("Sessions of a batch have different logs, although their plans have the same seed")
  func logs() async {
    var logs: [String] = []
    let exploration = Exploration(log: { "\($0).reprise" }) { requests in
      logs = requests.map(\.log)
      return []
    }
    _ = await exploration.repeatSessions([SessionPlan(seed: 1), SessionPlan(seed: 1)])
    #expect(Set(logs).count == 2)
  }

  @Test("A failure that does not occur again is returned unchanged, with a remark")
  func unrepeatable() async {
    let found = SimulationResult(SessionPlan(seed: 7), seed: 7, failure: .endless)
    let exploration = Exploration(log: { "\($0).reprise" }) { requests in
      requests.map { SimulationResult($0.plan) }
    }
    #expect(await exploration.minimize(found, log: path).failure == .endless)
    #expect(
      exploration.remarks.first?.hasPrefix("the failure of seed 7 did not occur again") == true)
  }

  @Test("A failure that occurs only sometimes is recorded after some attempts")
  func occasional() async {
    let found = SimulationResult(SessionPlan(seed: 7), seed: 7, failure: .endless)
    var recordings = 0
    let exploration = Exploration(log: { "\($0).reprise" }) { requests in
      requests.map { request in
        if request.marksChoices { recordings += 1 }
        var result = SimulationResult(request.plan)
        if recordings == 3 { (result.failure, result.log) = (.endless, request.log) }
        return result
      }
    }
    #expect(await exploration.minimize(found, log: path).log == path)
    #expect(exploration.remarks.isEmpty)
  }

  @Test("A canceled minimization returns the failure unchanged")
  func canceled() async {
    let found = SimulationResult(SessionPlan(seed: 7), seed: 7, failure: .endless)
    let exploration = Exploration(log: { "\($0).reprise" }) { _ in [] }
    #expect(await exploration.minimize(found, log: path).failure == .endless)
    #expect(exploration.remarks.isEmpty)
  }
}
