package import SessionReplay

/// The views of a log that require the code of its app.
package struct ServedViews: Sendable {
  /// Returns the app's screen after a step as JSON, or `nil` if there is none.
  let screen: @Sendable @MainActor (_ path: String, _ step: UInt64) -> String?
  /// Replays logs that aren't being written, and returns a report of each in the same order.
  let replay: (@Sendable @MainActor (_ paths: [String]) async -> [ReplayReport])?
  /// Writes the session that follows from a different action in a step of a log, or without one.
  let edit: Edit?

  package typealias Edit =
    @Sendable @MainActor (_ path: String, _ step: UInt64, _ action: String?) async -> ServedEdit

  /// Creates the views. Without `replay`, pages show no verdict. Without `edit`, steps cannot be
  /// edited.
  package init(
    screen: @escaping @Sendable @MainActor (_ path: String, _ step: UInt64) -> String?,
    replay: (@Sendable @MainActor (_ paths: [String]) async -> [ReplayReport])? = nil,
    edit: Edit? = nil
  ) {
    (self.screen, self.replay, self.edit) = (screen, replay, edit)
  }
}

/// The result of an edit that a page asked for.
package enum ServedEdit: Sendable {
  /// A new log, with a report on its changes.
  case written(path: String, report: [String])
  /// The reason why there is no new log.
  case refused(String)
}
