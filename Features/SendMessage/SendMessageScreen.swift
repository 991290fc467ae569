package import TerminalUI

package enum SendMessageScreen {
  /// Returns the text, the button (in parentheses if disabled), and why the last message failed.
  package static func lines(_ state: SendMessageFeature.State) -> [String] {
    let button = state.isButtonDisabled ? "(\(state.buttonTitle))" : "[\(state.buttonTitle)]"
    return ["Text: \(state.text)", button] + (state.failure.map { ["Not sent: \($0)"] } ?? [])
  }
}

/// The message as a tab of the full screen.
package enum SendMessageView {
  /// Returns the tab with the text, the button, and why the last message failed.
  package static func screen(
    _ state: SendMessageFeature.State
  ) -> Screen<SendMessageFeature.Action> {
    Screen("Message") { _ in
      Box("Message") { Paragraph(state.text.isEmpty ? "(nothing yet)" : state.text) }
      Button(state.buttonTitle, key: .enter, isEnabled: !state.isButtonDisabled)
      if let failure = state.failure { Text("Not sent: \(failure)").color(.danger) }
    } keys: { _ in
      [
        ScreenKey("e", "edit", ask: "Message", initial: state.text) { .textChanged($0) },
        ScreenKey(.enter, "send", isEnabled: !state.isButtonDisabled, send: .sendTapped),
      ]
    }
  }
}
