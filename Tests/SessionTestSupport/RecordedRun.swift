package import ComposableArchitecture
import DependencyInjection
import RecordCoding
import SessionLog
package import SessionReplay

/// Records a session of any feature, and replays it.
///
/// The test's dependencies are set up before the recorder is installed. If `perform` waits for the
/// effects of an action, they end before it continues.
@MainActor
package func replayOfRecording<Feature: Reducer & SendableMetatype>(
  of initialState: @autoclosure () -> Feature.State, at path: String,
  recording others: [RecordedDependency] = [], reducer: @escaping @Sendable () -> Feature,
  withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
  perform: @MainActor (Store<Feature.State, Feature.Action>) async -> Void
) async throws -> ReplayReport where Feature.State: Recordable, Feature.Action: Recordable {
  let app = ReplayedApp(
    identity: Session.identity, dependencies: RecordedDependency.standard + others
  ) { reducer().assemble() }
  let dependencies = withDependencies(prepare) { DependencyValues.current }
  let state = withDependencies({ $0 = dependencies }) { initialState() }
  var time: UInt64 = 0
  let recorder = try SessionRecorder<Feature.State, Feature.Action>(
    path: path, app: app.identity, initialState: state,
    recorded: "2026-01-01T00:00:00Z",
    options: SessionRecordingOptions(dependencies: app.dependencies),
    milliseconds: {
      time += 5
      return time
    }, onFailure: { reportIssue("The session was not recorded: \($0)") })
  let store = Store(
    initialState: state, reducer: { reducer() },
    withDependencies: {
      $0 = dependencies
      recorder.install(in: &$0)
    }, observer: recorder)
  await perform(store)
  _ = try recorder.finish()
  // Decoding a state first evaluates the initial values of its properties.
  return withDependencies {
    $0 = dependencies
  } operation: {
    SessionReplayer(app).replay(path: path)
  }
}
