import ComposableArchitecture
import SessionModel
import SessionRecording
import SessionReplay

/// A small app whose session is recorded into a log.
@MainActor
final class RecordedTally {
  let store: Store<Tally.State, Tally.Action>
  private let recorder: SessionRecorder<Tally.State, Tally.Action>

  init(path: String) throws {
    let recorder = try SessionRecorder<Tally.State, Tally.Action>(
      path: path, app: AppIdentity(name: "Tally", version: "1.2.3", build: "test"),
      initialState: Tally.State(), recorded: "2026-01-01T00:00:00Z",
      onFailure: { _ in })
    store = Store(
      initialState: Tally.State(), reducer: { Tally() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    self.recorder = recorder
  }

  /// Completes the log.
  func finish() throws {
    _ = try recorder.finish()
  }
}

struct Tally: Reducer {
  @Recordable struct State: Equatable, Sendable { var count = 0 }
  @Recordable enum Action: Equatable, Sendable { case add(Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      }
      return .none
    }
  }
}
