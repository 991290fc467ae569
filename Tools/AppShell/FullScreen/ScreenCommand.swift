/// What the full screen wants done.
package enum ScreenCommand<Action> {
  /// An action is sent to the app.
  case send(Action)
  /// A line was typed, as a script would have it.
  case perform(String)
  /// The commands that were typed are kept.
  case keepHistory
  /// All of the screen is painted again.
  case redraw
  /// The session ends.
  case quit
}

/// A line that the screen shows above its last one.
package struct ScreenMessage: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case note
    case failure
  }

  package let kind: Kind
  package let text: String

  /// Creates a message.
  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
