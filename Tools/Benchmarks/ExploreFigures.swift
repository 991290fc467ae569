import ComposableArchitecture
import Foundation
import SessionLog
import SessionModel
import SessionReplay
import Simulation

/// A feature whose sessions are simulated, with or without effects.
@Reducer
private struct ExploredFeature {
  @Recordable
  struct State: Equatable, Sendable {
    var count = 0
    var sum = 0
    var names: [String] = []
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case incremented
    case decremented
    case named(String)
    case rolled(Int)
  }

  let rolls: Bool

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incremented, .decremented:
        state.count += action == .incremented ? 1 : -1
        guard rolls else { break }
        return .run { [clock, count = state.count] send in
          try await clock.sleep(for: .milliseconds(5))
          await send(.rolled(count))
        }
      case .named(let name): state.names = [name]
      case .rolled(let count): state.sum &+= count
      }
      return .none
    }
  }
}

@MainActor
enum ExploreFigures {
  /// Measures the steps that are simulated, recorded and replayed in a second.
  static func steps(withEffects: Bool) async throws -> Figure {
    let folder = try ScratchFolder(inMemory: true)
    let simulation = Simulation(
      ReplayedApp(identity: AppIdentity(name: "Explored", version: "1", build: "1")) {
        ExploredFeature(rolls: withEffects).assemble()
      }, initialState: { ExploredFeature.State() },
      invariants: [Invariant("The sum is a number") { $0.sum == $0.sum }])
    var request = SimulationRequest(
      SessionPlan(seed: 1), user: 1, log: "\(folder.path)/explored.reprise")
    request.length = 1_000
    request.excluded = ["rolled"]
    var runs = BestOfRuns()
    repeat {
      let start = uptime()
      let result = await simulation.run(request)
      if let failure = result.failure { fatalError("\(failure)") }
      runs.add(Double(uptime() - start) / Double(result.stepCount))
    } while !runs.isComplete
    return Figure(
      withEffects ? "explore.effects" : "explore.steps", 1e9 / runs.value, unit: "steps/s",
      Yardstick("JSONDecoder of the action", 1e9 / Yardstick.jsonDecoder.value),
      .ratio(atLeast: withEffects ? 0.18 : 0.25))
  }
}
