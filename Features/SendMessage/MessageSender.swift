package import ComposableArchitecture

@DependencyClient
package struct MessageSender: Sendable {
  /// Sends a message, or throws if it cannot be delivered.
  package var send: @Sendable (_ text: String) async throws -> Void
}

extension MessageSender: DependencyKey {
  /// A sender that delivers each message after half a second.
  package static let liveValue = MessageSender { _ in
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .milliseconds(500))
  }

  /// A sender that fails the test when used.
  package static let testValue = MessageSender()
}

extension DependencyValues {
  package var messageSender: MessageSender {
    get { self[MessageSender.self] }
    set { self[MessageSender.self] = newValue }
  }
}
