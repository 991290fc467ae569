import ComposableArchitecture

extension AlertState where Action == MeetingFeature.Alert {
  /// The alert that asks whether to end a meeting early.
  package static var end: Self {
    AlertState {
      TextState("End the meeting?")
    } actions: {
      ButtonState(action: .saveConfirmed) { TextState("Save and end") }
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Resume") }
    } message: {
      TextState("The meeting is paused.")
    }
  }

  /// The alert that asks whether to end a meeting whose last speaker has finished.
  package static var lastSpeaker: Self {
    AlertState {
      TextState("End the meeting?")
    } actions: {
      ButtonState(action: .saveConfirmed) { TextState("Save and end") }
      ButtonState(role: .cancel) { TextState("Resume") }
    } message: {
      TextState("Nobody speaks after the last speaker.")
    }
  }

  /// The alert that asks whether to continue without speech recognition.
  package static func speechFailed(_ error: SpeechError) -> Self {
    AlertState {
      TextState("The transcript is incomplete")
    } actions: {
      ButtonState(role: .destructive, action: .discardConfirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Continue") }
    } message: {
      TextState("\(error) The meeting can continue without it.")
    }
  }
}
