import ComposableArchitecture
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Sessions of apps with stacks")
struct StackReplayTests {
  @Test("A stack's identities replay as recorded, whatever the value of the identity counter")
  func identities() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try SessionRecorder<StackedPages.State, StackedPages.Action>(
      path: path, app: Session.identity, initialState: StackedPages.State(),
      recorded: "2026-01-01T00:00:00Z", milliseconds: { 0 },
      onFailure: { _ in })
    let store = Store(
      initialState: StackedPages.State(), reducer: { StackedPages() },
      withDependencies: {
        $0.stackElementID = StackElementIDGenerator(from: 7)
        recorder.install(in: &$0)
      }, observer: recorder)
    store.send(.add)
    store.send(.path(.push(id: 20, state: StackedPage.State())))
    store.send(.path(.element(id: 20, action: .increment)))
    store.send(.add)
    store.send(.path(.popFrom(id: 20)))
    store.send(.add)
    #expect(store.state.path.ids == [7, 22])
    _ = try recorder.finish()

    let report = SessionReplayer(
      ReplayedApp<StackedPages.State, StackedPages.Action>(identity: Session.identity) {
        StackedPages().assemble()
      }
    ).replay(path: path)
    #expect(report.verdict.name == "match")
    #expect(report.verifiedSteps == 6)
  }
}

@Reducer
struct StackedPage {
  @Recordable
  struct State: Equatable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
struct StackedPages {
  @Recordable
  struct State: Equatable {
    var path = StackState<StackedPage.State>()
  }

  @Recordable
  enum Action: Equatable {
    case path(StackActionOf<StackedPage>)
    case add
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .add { state.path.append(StackedPage.State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { StackedPage() }
  }
}
