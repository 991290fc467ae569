import ComposableArchitecture
package import Redaction

extension LogRecorder {
  /// Calls `onWarning` once for each secret that could not be kept out of the log.
  package convenience init(
    path: String, app: AppIdentity, initialState: State,
    dependencies: [RecordedDependency] = RecordedDependency.standard, recorded: String,
    options: LogRecorderOptions = .init(), milliseconds: (@MainActor () -> UInt64)? = nil,
    printedSecrets: SecretTable? = nil,
    onWarning: @escaping @Sendable (String) -> Void = { _ in },
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    let setup = RecordingSetup<State, Action>(
      app: app, dependencies: dependencies, level: options.level, printedSecrets: printedSecrets,
      onWarning: onWarning)
    try self.init(
      path: path, setup: setup, state: initialState, recorded: recorded, options: options,
      milliseconds: milliseconds, onFailure: onFailure)
  }
}
