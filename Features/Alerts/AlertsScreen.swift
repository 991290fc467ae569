package import TerminalUI

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

/// The alerts as a tab of the full screen, and the area of the first one on all the others.
package enum AlertsView {
  /// All alerts, in the colours of how grave they are.
  package static func screen(_ state: AlertsFeature.State) -> Screen<AlertsFeature.Action> {
    let lines = AlertsScreen.lines(state)
    return Screen("Alerts", rows: state.count) { cursor in
      if state.queue.isEmpty {
        Text(lines[0]).dim()
      } else {
        List(state.count, cursor: cursor) { place in
          Text(lines[place]).color(state.queue[place].severity.color)
        }
      }
    } keys: { cursor in
      let isThere = state.queue.indices.contains(cursor.selection)
      return (isThere ? [ScreenKey("d", "clear", send: .clear(state.queue[cursor.selection]))] : [])
        + [
          ScreenKey("c", "clear all", isEnabled: isThere, send: .clearAll),
          ScreenKey("p", "post", ask: "Alert, as 'error: No network'") { line in
            Alert(line: line).map { .post($0) }
          },
        ]
    }
  }

  /// The first alert, as every tab shows it; nil if there is none.
  package static func area(_ state: AlertsFeature.State) -> Row? {
    guard let first = state.first, let line = AlertsScreen.area(state).first else { return nil }
    // The last word is the button, which is the shell's to draw.
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
