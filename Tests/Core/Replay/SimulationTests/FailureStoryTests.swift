import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionReplay
import SessionTestSupport
import Simulation
import Testing

@Suite("Stories of failures")
@MainActor
struct FailureStoryTests {
  private let simulation = Simulation(
    ReplayedApp(identity: Session.identity) { Shop().assemble() },
    initialState: { Shop.State() }, invariants: [])

  private func lines(
    _ failure: SimulationFailure, after actions: Shop.Action...
  ) -> [String] {
    let acts = actions.enumerated().map { index, action in
      var encoder = RecordEncoder()
      encoder.encode(action)
      return SessionPlan.Act(
        number: index + 1, pause: .untilIdle, kind: .action(encoder.bytes))
    }
    let result = SimulationResult(SessionPlan(seed: 1, acts: acts), failure: failure)
    return FailureStory(result, header: simulation.header).lines
  }

  @Test(
    "After a crash, a remark says that the numbers of the last action are drawn",
    arguments: [
      (Shop.Action.remove([0]), true), (.pick(id: 7), true), (.rename("a"), false),
      (.add, false), (.remove([]), false), (.items(.element(id: 7, action: .bought)), false),
      (.items(.element(id: 7, action: .note("a"))), false),
    ])
  func numbers(_ action: Shop.Action, _ isExpected: Bool) {
    let remark = "  (the numbers of the last action are drawn: check that a view can send them)"
    let crash = SimulationFailure.crash("Index out of range", cause: "")
    #expect((lines(crash, after: .add, action).last == remark) == isExpected)
    #expect(!lines(crash, after: action, .add).contains(remark))
    #expect(!lines(.endless, after: action).contains(remark))
  }
}
