import ComposableArchitecture
import EventSelection
import Foundation
import Testing

@Suite("The screen of the events")
struct EventSelectionScreenTests {
  private let walk = Event(
    id: 3, title: "Walk", capacity: 20, participants: 3, startDate: .distantFuture)

  @Test("Without events it says so")
  func empty() {
    #expect(
      EventSelectionScreen.lines(.init())
        == ["No events.", "[Load] [Select the first free one]"])
  }

  @Test("It lists the events, and marks the selected one")
  func selected() {
    var state = EventSelectionFeature.State(events: [walk])
    #expect(EventSelectionScreen.lines(state).first == "○ 3: Walk, 3 of 20")
    state.selectedID = 3
    #expect(
      EventSelectionScreen.lines(state)
        == ["● 3: Walk, 3 of 20", "[Load] [Select the first free one] [Clear]"])
  }

  @Test(
    "It says why a selection came to nothing",
    arguments: [
      (.noneSelectable, "There is no event that you can still book."),
      (.obstacle(.notBookable, title: "Walk"), "Walk cannot be booked."),
      (.obstacle(.begun, title: "Walk"), "Walk has already begun."),
      (.obstacle(.full, title: "Walk"), "Walk is full."),
      (.unknown(id: 9), "There is no event 9."),
      (.notLoaded("Offline()"), "The events could not be loaded: Offline()"),
    ] as [(EventSelectionFeature.Refusal, String)])
  func refusal(refusal: EventSelectionFeature.Refusal, text: String) {
    var state = EventSelectionFeature.State(events: [walk])
    state.refusal = refusal
    #expect(EventSelectionScreen.lines(state)[1] == text)
  }
}
