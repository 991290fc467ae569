package import TerminalUI

/// The walk as a tab of the full screen.
package enum StepTrackerView {
  /// Where the walk stands, as text, how much of it is done, and how near Nessie is.
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
