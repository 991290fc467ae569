import ComposableArchitecture
import Foundation
import RecordCoding
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
struct ReplayTests {
  @Test("Blocks that are too long to read ahead are replayed like other blocks")
  func longBlocks() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("long.reprise")
    let text = String(repeating: "x", count: 1 << 20)
    try await Session.record([.write(text), .add(1), .write(text + "y"), .add(2)], at: path)
    let log = try LogReader(path: path, options: .session)
    #expect(log.blocks.count { (log.payloadLength(of: $0) ?? 0) > 1 << 20 } >= 2)
    let report = Session.replay(path, app: Session.app())
    #expect(report.verdict.kind == .match)
    #expect(report.verifiedSteps == 4)
  }

  @Test("A session replays as recorded every time")
  func match() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    for _ in 0..<2 {
      let report = Session.replay(path, app: Session.app())
      #expect(report.verdict.name == "match")
      #expect(report.verdict.kind.exitCode == 0)
      #expect(report.verifiedSteps == 10)
      #expect(report.stepCount == 10)
    }
  }

  @Test("A different state change diverges, with the step, the field and the values")
  func stateDiverged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record([.write("Milk"), .roll, .add(3), .add(4)], at: path)
    let report = Session.replay(path, app: Session.app(fault: .addsTwice))
    #expect(report.verdict.kind.exitCode == 1)
    #expect(report.verifiedSteps == 2)
    let divergence = try #require(report.verdict.divergence)
    #expect(divergence.step == 3)
    #expect(divergence.action == "add(3)")
    guard case .state(let difference) = divergence.kind else {
      Issue.record("\(divergence.kind)")
      return
    }
    #expect(difference.path == "total")
    #expect(difference.expected == "3")
    #expect(difference.actual == "6")
    #expect(difference.difference.contains { $0.hasPrefix("-") && $0.contains("total: 3") })
    #expect(difference.difference.contains { $0.hasPrefix("+") && $0.contains("total: 6") })
  }

  @Test(
    "An effect that is missing, duplicated or has a different identity diverges, with both shapes",
    arguments: [
      (Notebook.Fault.effectIsLost, "none"),
      (.effectIsDoubled, "merge(run, run).cancellable(id: loading)"),
      (.effectHasOtherIdentity, "run.cancellable(id: other)"),
    ])
  func effectDiverged(fault: Notebook.Fault, shape: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record([.add(1), .load], at: path)
    let divergence = try #require(
      Session.replay(path, app: Session.app(fault: fault)).verdict.divergence)
    #expect(divergence.step == 2)
    #expect(divergence.name == "effect diverged")
    guard case .effect(let expected, let actual) = divergence.kind else { return }
    #expect(expected.description == "run.cancellable(id: loading)")
    #expect(actual.description == shape)
  }

  @Test(
    "An additional, missing or different dependency read diverges and is reported as such",
    arguments: [
      (
        Notebook.Fault.drawsOnceMore,
        "after 1 read the reducer read 'uuid', and 'date' when recorded"
      ),
      (
        .drawsOnceLess,
        "the reducer did not read 'date', which it did after 1 read when recorded"
      ),
      (.drawsOther, "after 0 reads the reducer read 'date', and 'uuid' when recorded"),
    ])
  func dependencyDiverged(fault: Notebook.Fault, text: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record([.add(1), .write("Milk")], at: path)
    let divergence = try #require(
      Session.replay(path, app: Session.app(fault: fault)).verdict.divergence)
    #expect(divergence.step == 2)
    #expect(divergence.kind == .dependency(text))
  }

  @Test("A log of a different app is incompatible")
  func otherApp() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let verdict = Session.replay(path, app: Session.app(name: "Other")).verdict
    #expect(verdict.kind.exitCode == 3)
    guard case .incompatible(let log) = verdict else { return }
    #expect(log.reason == .otherApp(expected: "Other", found: "Notebook"))
  }

  @Test("A log with a type that this build lacks is incompatible, and the message names the field")
  func otherSchema() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let app = ReplayedApp<Int, Notebook.Action>(identity: Session.identity) {
      Reduce { _, _ in fatalError("a log of other types must not be replayed") }.assemble()
    }
    let verdict = SessionReplayer(app).replay(path: path).verdict
    #expect(verdict.kind.exitCode == 3)
    guard case .incompatible(let log) = verdict, case .state(step: 0, let error) = log.reason else {
      Issue.record("\(verdict)")
      return
    }
    #expect("\(error)".contains("Int"))
  }

  @Test("A damaged log whose intact steps differ reports both problems")
  func damagedAndDiverged() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    let recorder = try Session.recorder(at: path)
    let store = Session.store(recorder)
    store.send(.add(1))
    recorder.flush()
    let verdict =
      Session.replay(path + ".partial", app: Session.app(fault: .addsTwice)).verdict
    #expect(verdict.kind.exitCode == 4)
    #expect(verdict.divergence?.step == 1)
  }
}
