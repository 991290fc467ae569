/// The views of a log that require the code of its app.
package struct ServedViews: Sendable {
  /// Returns the app's screen after a step as JSON, or `nil` if there is none.
  let screen: @Sendable @MainActor (_ path: String, _ step: UInt64) -> String?
  /// Replays a finished log. Returns its result as JSON, or `nil` if the log is of another app.
  let result: (@Sendable @MainActor (_ path: String) -> String?)?

  /// Creates the views. Without `result`, pages show no verdict.
  package init(
    screen: @escaping @Sendable @MainActor (_ path: String, _ step: UInt64) -> String?,
    result: (@Sendable @MainActor (_ path: String) -> String?)? = nil
  ) {
    self.screen = screen
    self.result = result
  }
}
