/// The queue of alerts as lines of text.
package enum AlertsScreen {
  /// The alerts, the oldest first; the texts as they are, control characters included.
  package static func lines(_ state: AlertsFeature.State) -> [String] {
    guard !state.queue.isEmpty else { return ["None."] }
    return state.queue.map { "\($0.severity.rawValue): \($0.text)" } + ["[Clear all]"]
  }
}
