import ComposableArchitecture
import Foundation
import SessionMinimizing
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// A counter of hits. It counts one hit too many after the first hit, and for a hit of 0.
@Reducer
private struct Hits {
  @Recordable
  struct State: Equatable {
    var count = 0
    var total = 0
  }

  @Recordable
  enum Action: Equatable {
    case hit(Int)
    case wait
  }

  var isFaulty = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .hit(let points) = action else { return .none }
      let isWrong = isFaulty && (state.count > 0 || points == 0)
      state.count += 1
      state.total += isWrong ? points + 1 : points
      return .none
    }
  }
}

@MainActor
@Suite("Minimized logs of a corrected app")
struct MendedLogTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func replayer(isFaulty: Bool) -> SessionReplayer<Hits.State, Hits.Action> {
    SessionReplayer(
      ReplayedApp(identity: Session.identity) { Hits(isFaulty: isFaulty).assemble() })
  }

  @Test("Values that would show the fault in an earlier step are not used")
  func simplerValues() async throws {
    let (path, small) = (folder.file("s.reprise"), folder.file("small.reprise"))
    let report = try await replayOfRecording(
      of: Hits.State(), at: path, reducer: { Hits() }
    ) { store in
      for action in [Hits.Action.wait, .hit(50), .wait, .hit(60)] { store.send(action) }
    }
    #expect(report.verdict.name == "match")
    let result = try SessionMinimizer(replayer(isFaulty: true)).minimize(path: path, to: small)
    #expect(result.keptSteps == 2)
    #expect(replayer(isFaulty: true).replay(path: small).verdict.kind == .diverged)
    #expect(replayer(isFaulty: false).replay(path: small).verdict.kind == .match)
  }
}
