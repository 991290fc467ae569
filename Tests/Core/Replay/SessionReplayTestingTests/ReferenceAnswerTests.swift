import ComposableArchitecture
import Foundation
import SessionDocument
import SessionRecording
import SessionReplayTesting
import TestSupport
import Testing

@Suite("References in tests of recorded sessions")
@MainActor
struct ReferenceAnswerTests {
  @Reducer
  struct Feature {
    @Recordable
    struct State {
      @Shared(.inMemory("number")) var number = 0
      @Shared var copy: Int

      init() { _copy = Shared(value: 0) }
    }

    @Recordable
    enum Action {
      case share
      case shared(Shared<Int>)
      case increment
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .share: return .send(.shared(state.$number))
      case .shared(let shared): state.$copy = shared
      case .increment: state.$copy.withLock { $0 += 1 }
      }
      return .none
    }
  }

  @Test("The references of an action lead to the values of the state")
  func references() throws {
    let folder = try TemporaryFolder()
    let recorder = try SessionRecorder<Feature.State, Feature.Action>(
      path: folder.file("s.reprise"), app: AppIdentity(name: "A", version: "1", build: ""),
      initialState: Feature.State(), recorded: "", onFailure: { Issue.record($0) })
    let live = Store(
      initialState: Feature.State(), reducer: { Feature() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    live.send(.share)
    _ = try recorder.finish()
    var cursor = try SessionCursor(try SessionReader(path: folder.file("s.reprise")))
    _ = try cursor.next()
    let references = Data(try #require(try cursor.next()).references).base64EncodedString()
    #expect(!references.isEmpty)

    let store = ReplayTestStore(initialState: Feature.State()) { Feature() }
    store.send(.share, returning: "send(shared(0))")
    store.receive(.shared(Shared(value: 0)), reading: .references(references))
    store.send(.increment) {
      $0.$copy.withLock { $0 = 1 }
      $0.$number.withLock { $0 = 1 }
    }
    #expect(store.state.number == 1)
  }
}
