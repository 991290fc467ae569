import ComposableArchitecture

/// Opens the settings of the system, where the user can allow the app to listen.
@DependencyClient
package struct SettingsClient: Sendable {
  /// Opens the settings.
  package var open: @Sendable () async -> Void
}

extension SettingsClient: DependencyKey {
  /// The settings of a terminal. Nothing can be shown, so opening them allows the app to listen.
  package static let liveValue = SettingsClient { TerminalSpeech.shared.allow() }

  /// A client that fails the test when used.
  package static let testValue = SettingsClient()
}

extension DependencyValues {
  package var settings: SettingsClient {
    get { self[SettingsClient.self] }
    set { self[SettingsClient.self] = newValue }
  }
}
