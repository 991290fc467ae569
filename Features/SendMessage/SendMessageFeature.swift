package import ComposableArchitecture

/// Edits a message and sends it.
@Reducer(.recordable)
package struct SendMessageFeature {
  package struct State: Equatable, Sendable {
    package var text: String
    package var sending: String?
    /// The reason why the last message could not be sent.
    package var failure: String?

    package init(text: String = "") {
      self.text = text
    }

    package var isSending: Bool { sending != nil }

    package var buttonTitle: String { isSending ? "Sending…" : "Send" }

    /// Whether the button is disabled: the text is blank, or a message is being sent.
    package var isButtonDisabled: Bool { isSending || text.allSatisfy(\.isWhitespace) }
  }

  package enum Action: Equatable, Sendable {
    case textChanged(String)
    /// Sends the text. Ignored while the button is disabled.
    case sendTapped
    case sendSucceeded
    /// The message could not be sent, for this reason.
    case sendFailed(String)
  }

  @Dependency(\.messageSender) private var sender

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
      // Text that was changed while the message was being sent belongs to the next message.
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
