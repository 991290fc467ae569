package import TerminalUI

package enum StepTrackerScreen {
  /// Returns the status of the walk, the steps, both distances in whole meters, and the button.
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

/// The walk as a tab of the full screen.
package enum StepTrackerView {
  /// Returns the tab with the status of the walk, its progress, and how close Nessie is.
  package static func screen(
    _ state: StepTrackerFeature.State
  ) -> Screen<StepTrackerFeature.Action> {
    let lines = StepTrackerScreen.lines(state)
    return Screen("Steps") { _ in
      Text(lines[0]).bold()
      Text(lines[1])
      Progress(fraction(of: Double(state.steps), in: Double(state.goal))).frame(width: 40)
      Text("")
      Text(lines[2])
      Progress(fraction(of: state.nessieDistance, in: state.distance)).frame(width: 40)
      Text("")
      Button(state.status.buttonTitle, key: " ")
    } keys: { _ in
      [
        ScreenKey(" ", state.status.buttonTitle.lowercased(), send: .buttonTapped),
        ScreenKey("g", "goal", ask: "How many steps", initial: "\(state.goal)") { text in
          Int(text).map { .goalChanged($0) }
        },
      ]
    }
  }

  private static func fraction(of part: Double, in whole: Double) -> Double {
    whole > 0 ? part / whole : 0
  }
}
