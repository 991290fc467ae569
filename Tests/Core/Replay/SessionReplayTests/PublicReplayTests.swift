import Foundation
import SessionDocument
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

/// Tests only the public API, which users' own programs call.
@MainActor
struct PublicReplayTests {
  private let folder: TemporaryFolder
  private var log: URL { URL(fileURLWithPath: folder.file("a.reprise")) }

  init() throws { folder = try TemporaryFolder() }

  private nonisolated static func replayer(
    fault: Notebook.Fault? = nil
  ) -> SessionReplayer<Notebook.State, Notebook.Action> {
    SessionReplayer { Notebook(fault: fault) }
  }

  @Test("A log that replays as recorded is a match, regardless of the app's name")
  func match() async throws {
    try await Session.record(at: log.path)
    let report = Self.replayer().replay(log)
    guard case .match = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(report.path == log.path)
    #expect(report.verifiedSteps == 10 && report.stepCount == 10 && report.lostSteps == 0)
    #expect("\(report)" == "\(log.path): match, 10 steps verified")
  }

  @Test("A state divergence has the step, action, path, expected value and actual value")
  func stateDivergence() async throws {
    try await Session.record(at: log.path)
    let report = Self.replayer(fault: .addsTwice).replay(log)
    guard case .diverged(let divergence) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(divergence.step == 1 && divergence.action == "add(1)")
    #expect(divergence.path == "total")
    #expect(divergence.expected == "1" && divergence.actual == "2")
    #expect("\(divergence)".hasPrefix("total: expected 1, actual 2\n"))
    #expect("\(report)".hasPrefix("\(log.path): state diverged at step 1 of 10: add(1)\n  total: "))
  }

  @Test("An effect divergence has no path, and has the expected and actual effects")
  func effectDivergence() async throws {
    try await Session.record(at: log.path)
    let report = Self.replayer(fault: .effectIsLost).replay(log)
    guard case .diverged(let divergence) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(divergence.path == nil)
    #expect(divergence.expected != nil && divergence.actual == "none")
  }

  @Test("A dependency divergence describes the differing reads in words")
  func dependencyDivergence() async throws {
    try await Session.record(at: log.path)
    let report = Self.replayer(fault: .drawsOnceMore).replay(log)
    guard case .diverged(let divergence) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(divergence.path == nil && divergence.expected == nil && divergence.actual == nil)
    #expect("\(divergence)".contains("uuid"))
  }

  @Test("A log of a different app is incompatible if a name is given")
  func otherApp() async throws {
    try await Session.record(at: log.path)
    let report = SessionReplayer(app: "Cart") { Notebook() }.replay(log)
    guard case .incompatible(let incompatible) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(
      "\(incompatible)"
        == "the log is of the app 'Notebook', and this is 'Cart'; replay it with 'Notebook'")
    #expect("\(report)" == "\(log.path): incompatible: \(incompatible)")
  }

  @Test("A truncated log is damaged, and reports whether its intact steps differ")
  func damaged() async throws {
    try await Session.record(at: log.path)
    try write(Array(bytes(of: log.path).dropLast(20)), to: log.path)
    let report = Self.replayer(fault: .addsTwice).replay(log)
    guard case .damaged(let damaged) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect("\(damaged)".contains("recover"))
    #expect(damaged.divergence?.step == 1)
  }

  @Test("A log of newer types is incompatible if a version is given, and is replayed otherwise")
  func typesVersion() async throws {
    let identity = AppIdentity(name: "Notebook", version: "1", build: "", schemaVersion: 3)
    try await Session.record(at: log.path, as: identity)
    guard case .match = Self.replayer().replay(log).verdict,
      case .incompatible = SessionReplayer(typesVersion: 2, reducer: { Notebook() }).replay(log)
        .verdict,
      case .match = SessionReplayer(typesVersion: 3, reducer: { Notebook() }).replay(log).verdict
    else {
      Issue.record("the versions are not distinguished")
      return
    }
  }

  @Test("An updated log keeps the name, version and build of its app")
  func update() async throws {
    let identity = AppIdentity(name: "Notebook", version: "1", build: "", schemaVersion: 3)
    try await Session.record(at: log.path, as: identity)
    let old = try SessionReader(path: log.path).header
    guard case .updated = Self.replayer(fault: .addsTwice).update(path: log.path).outcome else {
      Issue.record("the log was not updated")
      return
    }
    #expect(try SessionReader(path: log.path).header == old)
    guard case .match = Self.replayer(fault: .addsTwice).replay(log).verdict else {
      Issue.record("the new log does not replay")
      return
    }
  }
}
