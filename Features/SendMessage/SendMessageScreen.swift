/// The message as lines of text.
package enum SendMessageScreen {
  /// The text, the button, in parentheses if it is disabled, and why the last message failed.
  package static func lines(_ state: SendMessageFeature.State) -> [String] {
    let button = state.isButtonDisabled ? "(\(state.buttonTitle))" : "[\(state.buttonTitle)]"
    return ["Text: \(state.text)", button] + (state.failure.map { ["Not sent: \($0)"] } ?? [])
  }
}
