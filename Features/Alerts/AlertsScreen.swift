/// The queue of alerts as lines of text.
package enum AlertsScreen {
  /// The alerts, the oldest first; the texts as they are, control characters included.
  package static func lines(_ state: AlertsFeature.State) -> [String] {
    guard state.first != nil else { return ["None."] }
    return state.queue.map(line) + ["[Clear all]"]
  }

  /// The alert that is shown wherever the app is, and how many wait behind it; none if there is none.
  package static func area(_ state: AlertsFeature.State) -> [String] {
    guard let first = state.first else { return [] }
    let others = state.count - 1
    return [line(first) + (others == 0 ? "" : " (\(others) more)") + " [Clear]"]
  }

  /// An alert behind the word for how grave it is, for who does not see colours.
  private static func line(_ alert: Alert) -> String {
    "\(alert.severity.rawValue): \(alert.text)"
  }
}
