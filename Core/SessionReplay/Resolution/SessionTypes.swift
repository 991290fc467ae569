import RecordCoding

/// The types of an app as they are today, described anew: with what they say of their history.
struct SessionTypes {
  let schema: SchemaBuilder
  let header: SessionHeader
  let migrations: [SessionMigration]

  init<State: Recordable, Action: Recordable>(of app: ReplayedApp<State, Action>) {
    schema = SchemaBuilder()
    migrations = app.migrations
    header = SessionHeader(
      app: app.identity, state: State.self, action: Action.self, dependencies: app.dependencies,
      recorded: "", describingIn: schema)
  }
}
