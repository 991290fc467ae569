import Foundation
import SessionDocument
import SessionModel
import SessionReplay
import SessionTestSupport
import Testing
import TestSupport

@MainActor
struct UpdateTests {
  @Test("A log that differs is replaced by a log with the same actions that matches this build")
  func updates() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let app = Session.app(fault: .addsTwice)
    let report = SessionReplayer(app).update(path: path)
    guard case .updated(let divergence) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(divergence.step == 1)
    #expect(Session.replay(path, app: app).verdict.name == "match")
    #expect(Session.replay(path, app: Session.app()).verdict.name == "state diverged")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.reprise"])
  }

  @Test("An updated log keeps its level", arguments: RecordingLevel.allCases)
  func level(level: RecordingLevel) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path, level: level)
    let app = Session.app(fault: .addsTwice)
    guard case .updated = SessionReplayer(app).update(path: path).outcome else {
      Issue.record("the log was not updated")
      return
    }
    #expect(try SessionReader(path: path).header.level == level)
    #expect(Session.replay(path, app: app).verdict.name == "match")
    #expect(Session.replay(path, app: Session.app()).verdict.name == "state diverged")
  }

  @Test("An update leaves a matching log unchanged, byte for byte")
  func unchanged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let before = FileManager.default.contents(atPath: path)
    let report = SessionReplayer(Session.app()).update(path: path)
    guard case .unchanged = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(FileManager.default.contents(atPath: path) == before)
  }

  @Test("An update leaves a log unchanged if its reads no longer fit, and reports the reason")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.reprise")
    try await Session.record(at: path)
    let before = FileManager.default.contents(atPath: path)
    let report = SessionReplayer(Session.app(fault: .drawsOther)).update(path: path)
    guard case .refused(let verdict) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(verdict.name == "dependency diverged")
    #expect(FileManager.default.contents(atPath: path) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.reprise"])
  }
}
