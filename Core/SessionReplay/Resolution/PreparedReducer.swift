import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// An app's reducer with dependencies that answer from a tape.
struct PreparedReducer<State: Recordable, Action: Recordable> {
  let tape = DrawTape()
  let names: [String]
  let dependencies: DependencyValues
  let reduce: (inout State, Action) -> Effect<Action>

  init(_ app: ReplayedApp<State, Action>) {
    names = app.dependencies.map(\.name)
    let tape = tape
    dependencies = withDependencies {
      $0.makeDeterministic()
      app.dependencies.install(in: &$0, tape: tape)
    } operation: {
      DependencyValues.current
    }
    reduce = DependencyValues.run(under: dependencies) { app.assemble().reduce }
  }
}
