public import Foundation
public import ReducerRuntime
import SessionModel
public import SessionRecording

extension SessionReplayer {
  /// Creates a replayer of the logs of an app with a reducer.
  ///
  /// Pass the same recorded dependencies and migrations that the app passes when it records.
  /// Without a name, logs of any app are replayed if their state and actions fit. Without a
  /// version, the version after the last migration is used.
  ///
  /// - Parameters:
  ///   - name: The name of the app in its logs.
  ///   - typesVersion: The version of the app's types; logs of newer versions are incompatible.
  ///   - dependencies: The dependencies whose reads are in the logs.
  ///   - migrations: The migrations of logs of older versions of the types.
  ///   - reducer: Builds the app's reducer; each replay has its own.
  public init(
    app name: String? = nil, typesVersion: Int? = nil,
    dependencies: [RecordedDependency] = RecordedDependency.standard,
    migrations: [SessionMigration] = [],
    reducer: @escaping @Sendable () -> any Reducer<State, Action>
  ) {
    let lastMigration = migrations.map(\.version).max() ?? 0
    var app = ReplayedApp(
      identity: AppIdentity(
        name: name ?? "", version: "", build: "",
        schemaVersion: typesVersion ?? lastMigration + 1),
      dependencies: dependencies, migrations: migrations
    ) {
      reducer().assemble()
    }
    app.known = []
    if name != nil { app.known.insert(.name) }
    if typesVersion != nil { app.known.insert(.typesVersion) }
    self.init(app)
  }

  /// Replays a log up to the first step that differs.
  ///
  /// This method returns when the log has been replayed, so call it off the main actor. Replayers
  /// can run concurrently. If the app crashes while reducing an action, the process ends.
  public func replay(_ log: URL) -> ReplayReport {
    replay(path: log.path)
  }
}
