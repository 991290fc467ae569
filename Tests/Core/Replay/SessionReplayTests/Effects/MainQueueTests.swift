import ComposableArchitecture
import SessionReplay
import Foundation
import SessionModel
import SessionRecording
import SessionTestSupport
import TestSupport
import Testing

/// A search that waits on the main queue, as features did before clocks.
@Reducer
private struct LateSearch {
  @Recordable
  struct State: Equatable, Sendable {
    var query = ""
    var searchCount = 0
    var readingTime = Duration.zero
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case queryChanged(String)
    case searched
  }

  private enum CancelID { case search }

  @Dependency(\.mainQueue) var mainQueue

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.readingTime = mainQueue.now.duration(to: mainQueue.now)
        return .send(.searched)
          .debounce(id: CancelID.search, for: .milliseconds(300), scheduler: mainQueue)
      case .searched:
        state.searchCount += 1
        return .none
      }
    }
  }
}

/// A clock that advances by a second at each reading, and does not sleep.
private struct RestlessClock: Clock {
  private let time = LockIsolated(Duration.zero)

  var now: ImmediateClock<Duration>.Instant {
    time.withValue { time in
      time += .seconds(1)
      return ImmediateClock.Instant(offset: time)
    }
  }

  var minimumResolution: Duration { .zero }

  func sleep(
    until deadline: ImmediateClock<Duration>.Instant, tolerance: Duration?
  ) async throws {
    try Task.checkCancellation()
  }
}

@MainActor
@Suite("Features that wait on the main queue")
struct MainQueueTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private let app = ReplayedApp(identity: Session.identity) { LateSearch().assemble() }

  @Test(
    "Times and sleeps of the main queue are recorded, and a replay repeats them without waiting")
  func replay() async throws {
    try await record(
      app, LateSearch.State(), at: path,
      options: {
        $0.level = .effects
        $0.endpoints = .declared(by: app.assemble)
      }, reducer: { LateSearch() },
      dependencies: withDependencies {
        $0.context = .live
        $0.continuousClock = RestlessClock()
      } operation: {
        DependencyValues.current
      }, milliseconds: { 0 }
    ) { store in
      await store.send(.queryChanged("a")).finish()
      await store.send(.queryChanged("ab")).finish()
      #expect(store.withState(\.searchCount) == 2)
      #expect(store.withState(\.readingTime) == .seconds(1))
    }
    let replayer = SessionReplayer(app)
    let report = await EffectReplayer(replayer).run(replayer.replay(path: path))
    #expect(report.verdict.kind == .match, "\(report)")
    #expect(report.effects?.verifiedCount == 2)
    #expect(report.effects?.unverified.isEmpty == true)
  }
}
