import ComposableArchitecture

/// Recognizes speech.
@DependencyClient
package struct SpeechClient: Sendable {
  /// Returns whether the app may listen. Reducers read it, so the answer is recorded.
  @DependencyEndpoint(recorded: true)
  package var permission: @Sendable () -> SpeechPermission = { .undetermined }
  /// Asks the user for the permission to listen, and returns the answer.
  package var requestPermission: @Sendable () async -> SpeechPermission = { .denied }
  /// Starts to listen, and returns the recognized phrases. Throws if recognition fails.
  package var phrases: @Sendable () -> AsyncThrowingStream<String, any Error> = { .finished() }
}

extension SpeechClient: TestDependencyKey {
  /// A client that fails the test when used.
  package static let testValue = SpeechClient()
}

extension DependencyValues {
  package var speech: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}

/// The user's answer to whether the app may listen.
@Recordable
package enum SpeechPermission: Equatable, Sendable {
  case undetermined, granted, denied
}

/// A failure of speech recognition.
@Recordable
package enum SpeechError: Error, Equatable, Sendable {
  /// The file with the phrases cannot be read.
  case unreadable(path: String)
  /// Recognition ended for a reason that the app doesn't know.
  case interrupted
}

extension SpeechError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path):
      "The phrases in '\(path)' cannot be read. Check the path in \(TerminalSpeech.variable)."
    case .interrupted: "Speech recognition was interrupted."
    }
  }
}
