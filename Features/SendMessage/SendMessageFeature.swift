package import ComposableArchitecture

/// Writes a message and sends it.
@Reducer
package struct SendMessageFeature {
  /// What is known of the message.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The message as it stands in the text field.
    package var text: String
    /// The message that is under way, if one is.
    package var sending: String?
    /// Why the last message could not be sent.
    package var failure: String?

    /// Creates a message that is not under way.
    package init(text: String = "") {
      self.text = text
    }

    /// Whether a message is under way.
    package var isSending: Bool { sending != nil }

    /// What the button says.
    package var buttonTitle: String { isSending ? "Sending…" : "Send" }

    /// Whether the button cannot be tapped: there is nothing to send, or something is under way.
    package var isButtonDisabled: Bool { isSending || text.allSatisfy(\.isWhitespace) }
  }

  /// What can happen to the message.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The text field was edited.
    case textChanged(String)
    /// The message was to be sent; while one is under way, nothing happens.
    case sendTapped
    /// The message has arrived.
    case sendSucceeded
    /// The message could not be sent; the text says why.
    case sendFailed(String)
  }

  @Dependency(\.messageSender) private var sender

  /// Creates the feature.
  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .textChanged(let text):
      state.text = text
      state.failure = nil
      return .none
    case .sendTapped:
      guard !state.isButtonDisabled else { return .none }
      state.sending = state.text
      state.failure = nil
      return .run { [sender, text = state.text] send in
        try await sender.send(text)
        await send(.sendSucceeded)
      } catch: { error, send in
        await send(.sendFailed("\(error)"))
      }
    case .sendSucceeded:
      // What was written meanwhile is another message.
      if state.text == state.sending { state.text = "" }
      state.sending = nil
      return .none
    case .sendFailed(let reason):
      state.sending = nil
      state.failure = reason
      return .none
    }
  }
}
