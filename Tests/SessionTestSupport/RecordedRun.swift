package import ComposableArchitecture
import DependencyInjection
import RecordCoding
import SessionLog
package import SessionRecording
package import SessionReplay

/// Records a session of any feature, and replays it.
///
/// The test's dependencies are set up before the recorder is installed. If `perform` waits for the
/// effects of an action, the effects end before `perform` continues.
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
  var time: UInt64 = 0
  try await record(
    app, initialState(), at: path, reducer: reducer, dependencies: dependencies,
    milliseconds: {
      time += 5
      return time
    }, perform: perform)
  // Decoding a state first evaluates the initial values of its properties.
  return withDependencies {
    $0 = dependencies
  } operation: {
    SessionReplayer(app).replay(path: path)
  }
}

/// Records a session of an app.
@MainActor
package func record<Feature: Reducer & SendableMetatype>(
  _ app: ReplayedApp<Feature.State, Feature.Action>,
  _ initialState: @autoclosure () -> Feature.State, at path: String,
  options change: (inout SessionRecordingOptions) -> Void = { _ in },
  reducer: @escaping @Sendable () -> Feature, dependencies: DependencyValues,
  milliseconds: @escaping @MainActor () -> UInt64,
  perform: @MainActor (Store<Feature.State, Feature.Action>) async -> Void
) async throws where Feature.State: Recordable, Feature.Action: Recordable {
  let state = withDependencies({ $0 = dependencies }) { initialState() }
  var options = SessionRecordingOptions(dependencies: app.dependencies)
  change(&options)
  let recorder = try SessionRecorder<Feature.State, Feature.Action>(
    path: path, app: app.identity, initialState: state, recorded: "2026-01-01T00:00:00Z",
    options: options, milliseconds: milliseconds,
    onFailure: { reportIssue("The session was not recorded: \($0)") })
  let store = Store(
    initialState: state, reducer: { reducer() },
    withDependencies: {
      $0 = dependencies
      recorder.install(in: &$0)
    }, observer: recorder)
  await perform(store)
  _ = try recorder.finish()
}
