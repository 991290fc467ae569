import ComposableArchitecture
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport
import Testing

@Suite("Older sessions with shared state")
@MainActor
struct SharedStateVersionTests {
  @Test("References still share a value if a version with other types replays them")
  func addedField() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pair.reprise")
    let recorder = try SessionRecorder<OldPair.State, OldPair.Action>(
      path: path, app: OldPair.identity, initialState: OldPair.State(), recorded: "",
      milliseconds: { 0 }, onFailure: { Issue.record($0) })
    let store = Store(
      initialState: OldPair.State(), reducer: { OldPair() },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    store.send(.increment)
    store.send(.open)
    store.send(.increment)
    store.state.$one.withLock { $0 = 50 }
    store.send(.increment)
    _ = try recorder.finish()
    let app = ReplayedApp<NewPair.State, NewPair.Action>(identity: OldPair.identity) {
      NewPair().assemble()
    }
    let report = SessionReplayer(app).replay(path: path)
    guard case .match = report.verdict else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(report.fit != nil)
  }
}

@Reducer
struct OldPair {
  static let identity = AppIdentity(name: "Pair", version: "1", build: "test")

  @Recordable
  struct State: Equatable {
    @Shared(.inMemory("pair")) var one = 0
    @Shared(.inMemory("pair")) var other = 0
    var child: Child?
  }

  @Recordable
  struct Child: Equatable {
    @Shared(.inMemory("pair")) var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case open, increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.child = Child()
      case .increment: (state.child?.$count ?? state.$other).withLock { $0 += 1 }
      }
      return .none
    }
  }
}

@Reducer
struct NewPair {
  @Recordable
  struct State: Equatable {
    var added = 7
    @Shared(.inMemory("pair")) var one = 0
    @Shared(.inMemory("pair")) var other = 0
    var child: Child?
  }

  @Recordable
  struct Child: Equatable {
    @Shared(.inMemory("pair")) var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case open, increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.child = Child()
      case .increment: (state.child?.$count ?? state.$other).withLock { $0 += 1 }
      }
      return .none
    }
  }
}
