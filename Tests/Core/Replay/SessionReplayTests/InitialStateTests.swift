import ComposableArchitecture
import Foundation
import SchemaEvolution
import SessionDocument
import SessionReplay
import SessionReports
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct InitialStateTests {
  private let folder: TemporaryFolder
  private let path: String

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("s.reprise")
    try await Session.record([.add(1), .add(2)], at: path)
  }

  private func replayer(total: Int?) -> SessionReplayer<Notebook.State, Notebook.Action> {
    let initialState = total.map { total in
      { @Sendable in
        var state = Notebook.State()
        state.total = total
        return state
      }
    }
    return SessionReplayer(
      ReplayedApp(identity: Session.identity, initialState: initialState) {
        Notebook().assemble()
      })
  }

  @Test("A replay begins with the recorded state, whatever the app's initial state is")
  func replay() {
    #expect(replayer(total: 5).replay(path: path).verdict.kind == .match)
  }

  @Test("The first field that differs in the app's initial state is found")
  func difference() throws {
    let reader = try SessionReader(path: path)
    let difference = try #require(replayer(total: 5).initialStateDifference(of: reader))
    #expect(difference.path == "total")
    #expect(difference.recorded == "0")
    #expect(difference.current == "5")
    #expect(replayer(total: 0).initialStateDifference(of: reader) == nil)
    #expect(replayer(total: nil).initialStateDifference(of: reader) == nil)
  }

  @Test("compat and info print the difference between initial states, and keep the grade")
  func reports() throws {
    let entry = replayer(total: 5).compatibilityEntry(path: path)
    #expect(entry.grade == .fine)
    let lines = CompatibilityText().lines(for: [entry])
    #expect(lines.contains { $0.hasSuffix("first at total: recorded 0, now 5") })
    let summary = SessionSummary(try SessionReader(path: path), with: replayer(total: 5))
    #expect(summary.lines().contains { $0.contains("total is 0, and 5 in this program") })
    let same = replayer(total: 0).compatibilityEntry(path: path)
    #expect(CompatibilityText().lines(for: [same]).count == 1)
  }
}
