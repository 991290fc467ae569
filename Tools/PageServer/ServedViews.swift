package import SessionReplay

/// The views of a log that require the code of its app.
package struct ServedViews: Sendable {
  /// Returns the app's screen after a step as JSON, or `nil` if there is none.
  let screen: @Sendable @MainActor (_ path: String, _ step: UInt64) -> String?
  /// Replays logs that aren't being written, and returns a report of each in the same order.
  let replay: (@Sendable @MainActor (_ paths: [String]) async -> [ReplayReport])?

  /// Creates the views. Without `replay`, pages show no verdict.
  package init(
    screen: @escaping @Sendable @MainActor (_ path: String, _ step: UInt64) -> String?,
    replay: (@Sendable @MainActor (_ paths: [String]) async -> [ReplayReport])? = nil
  ) {
    self.screen = screen
    self.replay = replay
  }
}
