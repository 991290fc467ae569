import StepTracker
import Testing

@Suite("The screen of a walk")
struct StepTrackerScreenTests {
  @Test(
    "It says where the walk stands, and what the button does",
    arguments: [
      (.notStarted, "Ready?", "[Start]"), (.inProgress, "Go!", "[Pause]"),
      (.paused, "Paused", "[Resume]"), (.completed, "You made it.", "[Start over]"),
      (.caught, "Nessie has caught you.", "[Try again]"),
    ] as [(StepTrackerFeature.Status, String, String)])
  func status(status: StepTrackerFeature.Status, title: String, button: String) {
    var state = StepTrackerFeature.State(goal: 50)
    state.steps = 12
    state.distance = 9.9
    state.nessieDistance = 3
    state.status = status
    #expect(
      StepTrackerScreen.lines(state) == [title, "12 of 50 steps, 9 m", "Nessie: 3 m", button])
  }
}
