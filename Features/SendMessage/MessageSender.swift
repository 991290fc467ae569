package import ComposableArchitecture

/// Sends messages to whoever reads them.
@DependencyClient
package struct MessageSender: Sendable {
  /// Sends a message; throws if it does not arrive.
  package var send: @Sendable (_ text: String) async throws -> Void
}

extension MessageSender: DependencyKey {
  /// A sender whose messages take half a second, and arrive.
  package static let liveValue = MessageSender { _ in
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .milliseconds(500))
  }

  /// A sender that fails the test which uses it.
  package static let testValue = MessageSender()
}

extension DependencyValues {
  /// Sends messages.
  package var messageSender: MessageSender {
    get { self[MessageSender.self] }
    set { self[MessageSender.self] = newValue }
  }
}
