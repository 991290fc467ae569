package import RecordCoding
package import SessionModel

extension SessionHeader {
  /// Creates the header of a session of an app, with the dependencies whose reads are recorded.
  package init<State: Recordable, Action: Recordable>(
    app: AppIdentity, state: State.Type, action: Action.Type, dependencies: [RecordedDependency],
    recorded: String, level: RecordingLevel = .steps,
    endpoints: CallableEndpoints = CallableEndpoints(),
    describingIn builder: SchemaBuilder = SchemaBuilder()
  ) {
    self.init(
      app: app, state: state, action: action, recorded: recorded, level: level,
      describingIn: builder
    ) { builder in
      dependencies.map { dependency in
        builder.describe(part: dependency.name) {
          Dependency(name: dependency.name, type: dependency.describe(builder))
        }
      }
    } endpoints: { builder in
      level == .effects ? endpoints.describe(builder) : nil
    }
  }
}
