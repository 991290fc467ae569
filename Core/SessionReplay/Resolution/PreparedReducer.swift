import ComposableArchitecture
import DependencyInjection
import RecordCoding

/// An app's reducer with dependencies that answer from a tape.
struct PreparedReducer<State: Recordable, Action: Recordable> {
  let tape = DrawTape()
  let unrecorded: UnrecordedReads
  let names: [String]
  let dependencies: DependencyValues
  let reduce: (inout State, Action) -> Effect<Action>

  init(_ app: ReplayedApp<State, Action>) {
    names = app.dependencies.map(\.name)
    let tape = tape
    let unrecorded = UnrecordedReads(during: tape)
    self.unrecorded = unrecorded
    let present = DependencyValues.current
    dependencies = withDependencies {
      $0.makeDeterministic()
      app.dependencies.install(in: &$0, tape: tape)
      unrecorded.passOver($0.keysChanged(since: present))
      $0.observeReads(by: unrecorded)
    } operation: {
      DependencyValues.current
    }
    unrecorded.compare(with: dependencies)
    reduce = DependencyValues.run(under: dependencies) { app.assemble().reduce }
  }
}
