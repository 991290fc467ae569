package import ComposableArchitecture
package import RecordCoding

/// An app whose sessions are replayed.
package struct ReplayedApp<State: Recordable, Action: Recordable>: Sendable {
  /// What the app calls itself in its logs.
  package let identity: AppIdentity
  /// The dependencies whose draws are in its logs.
  package let dependencies: [RecordedDependency]
  /// What becomes of logs of older versions of its types.
  package let migrations: [SessionMigration]
  /// Builds the app's reducer; each replay has its own.
  package let assemble: @Sendable () -> AssembledReducer<State, Action>

  /// Describes an app; the recorded endpoints of its clients are added to the dependencies.
  package init(
    identity: AppIdentity, dependencies: [RecordedDependency] = RecordedDependency.standard,
    migrations: [SessionMigration] = [],
    assemble: @escaping @Sendable () -> AssembledReducer<State, Action>
  ) {
    self.identity = identity
    self.dependencies = dependencies.addingEndpoints(declaredBy: assemble)
    self.migrations = migrations
    self.assemble = assemble
  }
}
