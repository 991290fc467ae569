import ComposableArchitecture
import TerminalUI

/// An alert, which replaces the screen that shows it.
enum AlertScreen {
  static func lines<Answer>(_ alert: AlertState<Answer>) -> [String] {
    let buttons = alert.buttons.map { "[\(String(state: $0.label))]" }.joined(separator: " ")
    return [String(state: alert.title), message(of: alert), buttons]
  }

  /// Returns a screen with a key for each button: its first letter, or `Esc` to cancel.
  static func screen<Answer>(
    _ title: String, _ alert: AlertState<Answer>
  ) -> Screen<PresentationAction<Answer>> {
    Screen(title) { _ in
      Box(String(state: alert.title)) {
        Column(spacing: 1) {
          Paragraph(message(of: alert))
          Row {
            for button in alert.buttons { Button(String(state: button.label), key: key(button)) }
          }
        }
      }
    } keys: { _ in
      alert.buttons.map { button in
        ScreenKey(
          key(button), String(state: button.label),
          send: button.action.action.map { .presented($0) } ?? .dismiss)
      }
    }
  }

  private static func message<Answer>(of alert: AlertState<Answer>) -> String {
    alert.message.map { String(state: $0) } ?? ""
  }

  private static func key<Answer>(_ button: ButtonState<Answer>) -> Key {
    guard button.role != .cancel, let letter = String(state: button.label).lowercased().first
    else { return .escape }
    return .character(letter)
  }
}
