import CReplayWorker
import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionReplay
import SessionTestSupport
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("Simulated sessions")
struct SimulationTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/s.reprise" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private var app: ReplayedApp<RacingSearch.State, RacingSearch.Action> {
    ReplayedApp(identity: Session.identity) { RacingSearch().assemble() }
  }

  private func simulation(
    cancelsSearches: Bool
  ) -> Simulation<RacingSearch.State, RacingSearch.Action> {
    let app = ReplayedApp(identity: Session.identity) {
      RacingSearch(cancelsSearches: cancelsSearches).assemble()
    }
    return Simulation(
      app, initialState: { RacingSearch.State() }, invariants: RacingSearch.invariants)
  }

  private func exploration<State, Action>(
    of simulation: Simulation<State, Action>
  ) -> Exploration {
    Exploration(log: { _ in path }) { requests in
      var results: [SimulationResult] = []
      for request in requests { results.append(await simulation.run(request)) }
      return results
    }
  }

  @Test("A stale answer that overwrites a newer one is found and minimized")
  func staleAnswer() async throws {
    let simulation = simulation(cancelsSearches: false)
    let exploration = exploration(of: simulation)
    await exploration.survey()
    #expect(exploration.excluded == ["found", "failed"])
    let found = try #require(await exploration.explore(0..<20).first)
    let result = await exploration.minimize(found, log: path)
    #expect(result.failure == .invariant("The result belongs to the query"))
    #expect(result.plan.acts.count == 2)
  }

  @Test("Sessions of a correct app do not fail")
  func correct() async throws {
    let simulation = simulation(cancelsSearches: true)
    let exploration = exploration(of: simulation)
    await exploration.survey()
    for result in await exploration.explore(0..<50) {
      Issue.record(
        "\(FailureStory(result, header: simulation.header).lines.joined(separator: "\n"))")
    }
    #expect(exploration.remarks == [])
    #expect(exploration.stepCount > 2_000)
  }

  @Test("An effect whose action starts it again is endless after some thousand actions")
  func echo() async throws {
    let app = ReplayedApp(identity: Session.identity) { Echo().assemble() }
    let exploration = exploration(
      of: Simulation(app, initialState: { Echo.State() }, invariants: []))
    let found = try #require(await exploration.explore(0..<1).first)
    #expect(found.failure == .endless)
    let result = await exploration.minimize(found, log: path)
    #expect(result.failure == .endless)
    #expect(result.plan.acts.count == 1)
    #expect(result.stepCount < 20_000)
    // The log has the steps before the actions that were ignored.
    #expect(SessionReplayer(app).replay(path: path).verdict.kind == .match)
  }

  @Test("A remark names the action whose effect does not end, even if many steps have the action")
  func outside() async {
    let waiting = LockIsolated<[UnsafeContinuation<Void, Never>]>([])
    let app = ReplayedApp(identity: Session.identity) { Outside(waiting: waiting).assemble() }
    let exploration = exploration(
      of: Simulation(app, initialState: { Outside.State() }, invariants: []))
    #expect(await exploration.explore(0..<3).isEmpty)
    #expect(
      exploration.remarks == [
        "the effect of 'wait' does not end when it is canceled, or waits for something that is not "
          + "simulated"
      ])
    for continuation in waiting.value { continuation.resume() }
  }

  @Test("A session that formats dates matches its replay in any region")
  func region() async {
    let app = ReplayedApp(identity: Session.identity) { Almanac().assemble() }
    let exploration = exploration(
      of: Simulation(app, initialState: { Almanac.State() }, invariants: []))
    #expect(await exploration.explore(0..<3).isEmpty)
    #expect(exploration.remarks.isEmpty)
  }

  @Test("Any number in a kept plan is handled")
  func planNumbers() async throws {
    let simulation = simulation(cancelsSearches: true)
    var plan = await simulation.run(
      SimulationRequest(SessionPlan(seed: 1), user: 1, log: path)
    ).plan
    plan.acts = Array(plan.acts.prefix(2))
    plan.acts[0].pause = .milliseconds(5)
    plan.end = .milliseconds(7)
    plan.order = 3
    let json = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    let variants = HostileNumbers.variants(ofJSON: json)
    #expect(variants.count > 20)
    for (index, text) in variants.enumerated() {
      let name = "plans/\(index)"
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
      _ = try folder.write(text, as: "\(name)/a.plan.json")
      var plans = try PlanFolder(folder.file(name))
      let read = plans.plans()
      #expect(read.count + plans.unreadable.count == 1)
      for plan in read { _ = await simulation.run(SimulationRequest(plan, log: path)) }
    }
  }

  @Test("Each act is progress, so a timeout applies to an act and not to a session")
  func progress() async {
    let page = UnsafeMutablePointer<rp_worker_page>.allocate(capacity: 1)
    page.initialize(to: rp_worker_page())
    defer { page.deallocate() }
    var simulation = simulation(cancelsSearches: true)
    simulation.progress = StepProgress(page)
    let request = SimulationRequest(SessionPlan(seed: 1), user: 1, log: path)
    let result = await simulation.run(request)
    #expect(!result.plan.acts.isEmpty)
    #expect(rp_worker_load(&page.pointee.reads) >= result.plan.acts.count)
  }

  @Test("Simulated users send only actions that the app offers")
  func offeredActions() async {
    let simulation = Simulation(
      app,
      initialState: { RacingSearch.State() },
      invariants: [Invariant("The query is empty") { $0.query == 0 }],
      isOffered: { action, _ in action == .cleared })
    let exploration = exploration(of: simulation)
    #expect(await exploration.explore(0..<10).isEmpty)
    // A few acts of the users are crashes.
    #expect(exploration.stepCount > 9 * exploration.length)
  }

  @Test("The minimizer sends no action for a row that no earlier act has added")
  func missingRow() async throws {
    let missing = LockIsolated(0)
    let simulation = Simulation(
      ReplayedApp(identity: Session.identity) { Picks(missing: missing).assemble() },
      initialState: { Picks.State() },
      invariants: [Invariant("At most two rows are picked") { $0.pickCount < 3 }])
    let exploration = exploration(of: simulation)
    await exploration.survey()
    let found = try #require(await exploration.explore(0..<20).first)
    let result = await exploration.minimize(found, log: path)
    #expect(result.plan.acts.count == 4)
    #expect(missing.value == 0)
  }

  @Test("Shared files and settings outlive a crash of the app")
  func sharedStorage() async throws {
    let lives = LockIsolated(0)
    let simulation = Simulation(
      ReplayedApp(identity: Session.identity) { KeptCounts().assemble() },
      initialState: {
        lives.withValue { $0 += 1 }
        return KeptCounts.State()
      },
      invariants: [
        Invariant("No count is lost", remembering: 0) { count, moment in
          if moment.action != nil { count += 1 }
          return moment.state.inFile == count && moment.state.inSettings == count
        }
      ])
    let exploration = exploration(of: simulation)
    await exploration.survey()
    let sessionCount = 20
    lives.setValue(0)
    for result in await exploration.explore(0..<UInt64(sessionCount)) {
      Issue.record(
        "\(FailureStory(result, header: simulation.header).lines.joined(separator: "\n"))")
    }
    #expect(lives.value > sessionCount)
  }

  @Test("The first of several violated invariants is reported")
  func firstInvariant() async {
    let app = ReplayedApp(identity: Session.identity) { Echo().assemble() }
    let invariants = ["One", "Two"].map { sentence in
      Invariant<Echo.State, Echo.Action>(sentence) { $0.count == 0 }
    }
    let exploration = exploration(
      of: Simulation(app, initialState: { Echo.State() }, invariants: invariants))
    #expect(await exploration.explore(0..<1).first?.failure == .invariant("One"))
  }

  @Test("An invariant compares the times of actions")
  func time() async throws {
    let invariant = Invariant<RacingSearch.State, RacingSearch.Action>(
      "Answers come a millisecond after the query at the earliest", remembering: Duration.zero
    ) { asked, moment in
      switch moment.action {
      case .queryChanged: asked = moment.time
      case .found: return moment.time - asked >= .milliseconds(1)
      default: break
      }
      return true
    }
    let simulation = Simulation(
      app, initialState: { RacingSearch.State() }, invariants: [invariant])
    let exploration = exploration(of: simulation)
    await exploration.survey()
    let found = try #require(await exploration.explore(0..<20).first)
    let result = await exploration.minimize(found, log: path)
    // The world delays a plain answer by ten milliseconds.
    #expect(result.plan.acts.count == 1)
    #expect(
      FailureStory(result, header: simulation.header).lines.last
        == "    SearchClient.find answers after 0 ms")
  }
}
