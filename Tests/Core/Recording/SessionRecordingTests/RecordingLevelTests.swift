import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct RecordingLevelTests {
  @Test("A log of every level replays as recorded", arguments: RecordingLevel.allCases)
  func match(level: RecordingLevel) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path, level: level)
    #expect(try SessionReader(path: path).header.level == level)
    let report = Session.replay(path, app: Session.app())
    guard case .match = report.verdict else {
      Issue.record("\(report.verdict)")
      return
    }
    #expect(report.verifiedSteps == report.stepCount)
  }

  @Test("A replay of a log of actions finds a difference between two stored states, with its field")
  func actions() async throws {
    let divergence = try await divergence(level: .actions)
    let exact = try await self.divergence(level: .steps)
    #expect(divergence.since < exact.step)
    #expect(divergence.step >= exact.step)
    guard case .state(let state) = divergence.kind else {
      Issue.record("\(divergence.kind)")
      return
    }
    #expect(state.path == "total")
  }

  @Test("A log of actions has states only at its keyframes", arguments: [1, 2])
  func unknownState(step: UInt64) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record([.add(1), .add(1), .add(1)], at: path, level: .actions)
    let reader = try SessionReader(path: path)
    #expect(try !SessionCursor(reader, at: step).knowsState)
    #expect(try SessionCursor(reader).knowsState)
    #expect(try SessionCursor(reader, at: 3).knowsState)
  }

  private func divergence(level: RecordingLevel) async throws -> Divergence {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(
      [.write("Milk"), .add(1), .add(2), .write("Tea")], at: path, level: level)
    let verdict = Session.replay(path, app: Session.app(fault: .addsTwice)).verdict
    guard case .diverged(let divergence) = verdict else {
      throw Unexpected(description: "\(verdict)")
    }
    return divergence
  }

  private struct Unexpected: Error {
    let description: String
  }
}
