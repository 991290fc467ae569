import ComposableArchitecture
import ComposableArchitectureTesting
import EventSelection
import Foundation
import Testing

@Suite("The screen of the events")
struct EventSelectionScreenTests {
  private let walk = Event(
    id: 3, title: "Walk", capacity: 20, participants: 3, startDate: .distantFuture)

  private func look(of state: EventSelectionFeature.State) -> String {
    EventSelectionScreen.lines(state).joined(separator: "\n")
  }

  @Test("Without events, the screen shows a placeholder")
  func empty() {
    assertSnapshot(of: look(of: .init()), as: .lines)
  }

  @Test("The screen lists the events and marks the selected event")
  func selected() {
    var state = EventSelectionFeature.State(events: [walk])
    assertSnapshot(of: look(of: state), as: .lines, named: "none")
    state.selectedID = 3
    assertSnapshot(of: look(of: state), as: .lines, named: "one")
  }

  @Test(
    "The screen shows why a selection failed",
    arguments: [
      ("noneSelectable", .noneSelectable),
      ("notBookable", .obstacle(.notBookable, title: "Walk")),
      ("begun", .obstacle(.begun, title: "Walk")), ("full", .obstacle(.full, title: "Walk")),
      ("unknown", .unknown(id: 9)), ("notLoaded", .notLoaded("Offline()")),
    ] as [(String, EventSelectionFeature.Refusal)])
  func refusal(name: String, refusal: EventSelectionFeature.Refusal) {
    var state = EventSelectionFeature.State(events: [walk])
    state.refusal = refusal
    assertSnapshot(of: look(of: state), as: .lines, named: name)
  }
}
