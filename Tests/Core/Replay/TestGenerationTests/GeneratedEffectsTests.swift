import ComposableArchitecture
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import TestGeneration
import TestSupport
import Testing

@MainActor
@Suite("Effects in a generated test")
struct GeneratedEffectsTests {
  @Test("An action that an effect sent after its cancellation is stated")
  func afterCancellation() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    var options = SessionRecordingOptions(level: .effects)
    options.endpoints = .declared(by: { LateFeature().assemble() })
    let recorder = try SessionRecorder<LateFeature.State, LateFeature.Action>(
      path: path, app: AppIdentity(name: "Late", version: "1", build: "test"),
      initialState: LateFeature.State(), options: options, milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(
      initialState: LateFeature.State(), reducer: { LateFeature() },
      withDependencies: {
        // The stream ends when the task that reads it is canceled.
        $0[LateClient.self].find = {
          for await number in AsyncStream<Int>.never { return number }
          return 7
        }
        recorder.install(in: &$0)
      }, observer: recorder)
    let task = store.send(.find)
    store.send(.stop)
    await task.finish()
    _ = try recorder.finish()

    let source = try SessionReplayer { LateFeature() }.generatedTest(
      of: URL(fileURLWithPath: path), named: "late",
      source: TestSource(
        imports: [], feature: "LateFeature()", initialState: "LateFeature.State()", screen: ""),
      initialState: { LateFeature.State() })
    #expect(
      source.contains(
        """
            store.effect(1).sendsAfterCancellation()
            store.effect(1).isCanceled()
        """), "\(source)")
  }
}

@DependencyClient
private struct LateClient: Sendable {
  var find: @Sendable () async -> Int = { 0 }
}

extension LateClient: TestDependencyKey {
  static var testValue: LateClient { LateClient() }
}

/// A feature whose effect does not notice its cancellation.
@Reducer
private struct LateFeature {
  @Recordable
  struct State: Equatable {
    var number = 0
  }

  @Recordable
  enum Action: Equatable {
    case find
    case stop
    case found(Int)
  }

  @Dependency(LateClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .find:
        return .run { [client] send in await send(.found(client.find())) }.cancellable(id: 1)
      case .stop: return .cancel(id: 1)
      case .found(let number):
        state.number = number
        return .none
      }
    }
  }
}
