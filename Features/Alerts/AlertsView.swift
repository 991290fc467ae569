package import TerminalUI

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
        + [ScreenKey("c", "clear all", isEnabled: isThere, send: .clearAll)]
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
