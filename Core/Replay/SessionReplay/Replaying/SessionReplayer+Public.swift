public import ComposableArchitecture
public import SessionRecording

extension SessionReplayer {
  /// Creates a replayer of the logs of an app that a reducer drives.
  ///
  /// Give what the app gives when it records: its own recorded dependencies, and its migrations. Logs
  /// of any app whose state and actions fit are replayed, unless a name is given. Where no version of
  /// the types is given, it is the one to which the migrations lead.
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
  /// The call returns when the log has been replayed, so make it off the main actor; replayers may
  /// work at the same time. An app that ends while it reduces an action ends the process.
  public func replay(_ log: URL) -> ReplayReport {
    replay(path: log.path)
  }
}
