import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionReplay
import SessionTestSupport
import Simulation
import TestSupport
import Testing

/// Tests sessions of drawn seeds: alone, in ranges, in shards, and with several jobs.
///
/// `SEED_DRAWS` is the number of draws. `make seeds` tries many.
@MainActor
@Suite("Seeds of explorations")
struct SeedTests {
  private nonisolated static let draws =
    0..<(ProcessInfo.processInfo.environment["SEED_DRAWS"].flatMap(UInt64.init) ?? 2)

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The compared parts of a session, with the checksum of its log.
  private struct Outcome: Equatable {
    let plan: SessionPlan
    let failure: SimulationFailure?
    let stepCount: Int
    let checksum: UInt32

    init(_ result: SimulationResult) {
      (plan, failure) = (result.plan, result.failure)
      (stepCount, checksum) = (result.stepCount, result.checksum)
    }
  }

  /// The sessions that explorations simulated, by seed.
  private final class Sessions {
    var sessions: [UInt64: Outcome] = [:]
    var checksum: UInt32 = 0
  }

  private func simulation() -> Simulation<RacingSearch.State, RacingSearch.Action> {
    let app = ReplayedApp(identity: Session.identity) {
      RacingSearch(cancelsSearches: false).assemble()
    }
    return Simulation(
      app, initialState: { RacingSearch.State() }, invariants: RacingSearch.invariants)
  }

  /// Explores lists of seeds, each in an exploration of its own.
  ///
  /// Each job has a simulation of its own, and takes sessions of a batch in a drawn order.
  private func explore(
    _ parts: [[UInt64]], jobs: Int = 1, continuing plans: [SessionPlan],
    _ generator: inout SeededGenerator
  ) async -> Sessions {
    let sessions = Sessions()
    for part in parts {
      let simulations = (0..<jobs).map { _ in simulation() }
      let draw = generator.next()
      var batch: UInt64 = 0
      let path = folder.file("s.reprise")
      let exploration = Exploration(log: { _ in path }) { requests in
        var results = [SimulationResult?](repeating: nil, count: requests.count)
        batch += 1
        var order = SeededGenerator(seed: draw &+ batch)
        for index in requests.indices.shuffled(using: &order) {
          let simulation = simulations[Int.random(in: 0..<jobs, using: &order)]
          let result = await simulation.run(requests[index])
          if requests[index].user != nil, !requests[index].isSurvey {
            sessions.sessions[result.seed] = Outcome(result)
          }
          results[index] = result
        }
        return results
      }
      await exploration.survey()
      _ = await exploration.repeatSessions(plans)
      let repeated = exploration.checksum
      var rest = part[...]
      while !rest.isEmpty {
        let batch = rest.prefix(Exploration.batchSize)
        _ = await exploration.explore(batch)
        rest = rest.dropFirst(batch.count)
      }
      sessions.checksum ^= exploration.checksum ^ repeated
    }
    return sessions
  }

  /// Returns the plans of sessions that do something new.
  private func plans(ofSeeds seeds: Range<UInt64>) async -> [SessionPlan] {
    let (simulation, path) = (simulation(), folder.file("s.reprise"))
    let exploration = Exploration(log: { _ in path }) { requests in
      var results: [SimulationResult?] = []
      for request in requests { results.append(await simulation.run(request)) }
      return results
    }
    _ = await exploration.explore(seeds)
    return exploration.kept
  }

  @Test(
    "A seed produces the same session alone, in a range, in a shard, and with several jobs",
    arguments: draws)
  func sameSession(draw: UInt64) async {
    var generator = SeededGenerator(seed: draw)
    let first = UInt64.random(in: 0..<1_000_000, using: &generator)
    let seeds = (0..<UInt64(Exploration.batchSize * 5 / 2)).map { first + $0 }
    // A folder of plans is an option. Half of the draws have no folder.
    let plans = draw.isMultiple(of: 2) ? [] : await plans(ofSeeds: 0..<8)
    let whole = await explore([seeds], continuing: plans, &generator)
    #expect(whole.sessions.count == seeds.count)

    let jobs = await explore([seeds], jobs: 3, continuing: plans, &generator)
    #expect(jobs.sessions == whole.sessions)
    #expect(jobs.checksum == whole.checksum)

    let cut = Int.random(in: 1..<seeds.count, using: &generator)
    let ranges = await explore(
      [Array(seeds[..<cut]), Array(seeds[cut...])], continuing: plans, &generator)
    #expect(ranges.sessions == whole.sessions)
    #expect(ranges.checksum == whole.checksum)

    let count = UInt64.random(in: 2...4, using: &generator)
    let shards = await explore(
      (0..<count).map { index in seeds.filter { $0 % count == index } }, jobs: 2,
      continuing: plans, &generator)
    #expect(shards.sessions == whole.sessions)
    #expect(shards.checksum == whole.checksum)

    let some = (0..<3).map { _ in seeds[Int.random(in: 0..<seeds.count, using: &generator)] }
    let alone = await explore(some.map { [$0] }, continuing: plans, &generator)
    for seed in some { #expect(alone.sessions[seed] == whole.sessions[seed]) }
  }
}
