/// The walk as lines of text.
package enum StepTrackerScreen {
  /// Where the walk stands, the steps, both ways in whole metres, and the button.
  package static func lines(_ state: StepTrackerFeature.State) -> [String] {
    [
      title(of: state.status),
      "\(state.steps) of \(state.goal) steps, \(metres(state.distance))",
      "Nessie: \(metres(state.nessieDistance))",
      "[\(state.status.buttonTitle)]",
    ]
  }

  private static func title(of status: StepTrackerFeature.Status) -> String {
    switch status {
    case .notStarted: "Ready?"
    case .inProgress: "Go!"
    case .paused: "Paused"
    case .completed: "You made it."
    case .caught: "Nessie has caught you."
    }
  }

  private static func metres(_ distance: Double) -> String {
    "\(Int(exactly: distance.rounded(.down)) ?? .max) m"
  }
}
