import ComposableArchitectureTesting
import StepTracker
import Testing

@Suite("The screen of a walk")
struct StepTrackerScreenTests {
  @Test(
    "The screen shows the status of the walk and the title of the button",
    arguments: [.notStarted, .inProgress, .paused, .completed, .caught]
      as [StepTrackerFeature.Status])
  func status(status: StepTrackerFeature.Status) {
    var state = StepTrackerFeature.State(goal: 50)
    state.steps = 12
    state.distance = 9.9
    state.nessieDistance = 3
    state.status = status
    let look = StepTrackerScreen.lines(state).joined(separator: "\n")
    assertSnapshot(of: look, as: .lines, named: "\(status)")
  }
}
