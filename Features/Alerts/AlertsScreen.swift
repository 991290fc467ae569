package import TerminalUI

package enum AlertsScreen {
  /// Returns a line for each alert, oldest first. Control characters in the texts are not escaped.
  package static func lines(_ state: AlertsFeature.State) -> [String] {
    guard state.first != nil else { return ["None."] }
    return state.queue.map(line) + ["[Clear all]"]
  }

  /// Returns the first alert and the number of the others, or nothing if there are no alerts.
  package static func area(_ state: AlertsFeature.State) -> [String] {
    guard let first = state.first else { return [] }
    let others = state.count - 1
    return [line(first) + (others == 0 ? "" : " (\(others) more)") + " [Clear]"]
  }

  /// An alert after the name of its severity, for users who cannot see colors.
  private static func line(_ alert: Alert) -> String {
    "\(alert.severity.rawValue): \(alert.text)"
  }
}

/// The alerts as a tab of the full screen, and the area that shows the first one on all other tabs.
package enum AlertsView {
  /// Returns the tab with all alerts, colored by severity.
  package static func screen(_ state: AlertsFeature.State) -> Screen<AlertsFeature.Action> {
    let lines = AlertsScreen.lines(state)
    return Screen("Alerts", rows: state.count) { cursor in
      if state.queue.isEmpty {
        Text(lines[0]).dim()
      } else {
        List(state.count, cursor: cursor) { index in
          Text(lines[index]).color(state.queue[index].severity.color)
        }
      }
    } keys: { cursor in
      let hasSelection = state.queue.indices.contains(cursor.selection)
      return
        (hasSelection ? [ScreenKey("d", "clear", send: .clear(state.queue[cursor.selection]))] : [])
        + [
          ScreenKey("c", "clear all", isEnabled: hasSelection, send: .clearAll),
          ScreenKey("p", "post", ask: "Alert, as 'error: No network'") { line in
            Alert(line: line).map { .post($0) }
          },
        ]
    }
  }

  /// Returns the row that every tab shows for the first alert, or `nil` if there are no alerts.
  package static func area(_ state: AlertsFeature.State) -> Row? {
    guard let first = state.first, let line = AlertsScreen.area(state).first else { return nil }
    // The shell draws the button itself, so drop it from the text.
    let text = line.hasSuffix(" [Clear]") ? String(line.dropLast(" [Clear]".count)) : line
    return Row {
      Text(text).color(first.severity.color)
      Button("Clear", key: "x")
    }
  }
}

extension Alert.Severity {
  fileprivate var color: TextColor {
    switch self {
    case .info: .accent
    case .warning: .warning
    case .error: .danger
    }
  }
}
