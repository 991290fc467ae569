import App
import ComposableArchitecture
import Foundation
import RecordedValues
import SchemaEvolution
import SessionModel
import SessionReplay
import SessionReports
import Testing

@MainActor
@Suite("Sessions recorded by earlier versions of the app")
struct OlderSessionTests {
  private var replayer: SessionReplayer<AppFeature.State, AppFeature.Action> {
    SessionReplayer(
      ReplayedApp(identity: AppIdentity(name: "Reprise", version: "1", build: "test")) {
        AppFeature().assemble()
      })
  }

  private func grade(_ session: OlderSession) throws -> String? {
    let report = replayer.replay(path: session.path)
    #expect(report.verdict.name == "match", "\(ReplayText().lines(for: report))")
    #expect(report.verifiedSteps > 0)
    return report.fit?.grade.rawValue
  }

  @Test("A log from before a field was added is fine")
  func fieldAdded() throws {
    #expect(try grade(.beforeFieldAdded) == "fine")
  }

  @Test("A log from before a case was renamed is fine")
  func caseRenamed() throws {
    #expect(try grade(.beforeCaseRenamed) == "fine")
  }

  @Test("A log from before a field's type changed is fine")
  func typeChanged() throws {
    #expect(try grade(.beforeTypeChanged) == "fine")
  }

  @Test("A log from before a field was removed is risky")
  func fieldRemoved() throws {
    #expect(try grade(.beforeFieldRemoved) == "risky")
  }

  /// The logs are kept unchanged. RECORD_GOLDENS=1 records them again, only while the format itself
  /// may still change.
  @Test("The log of each earlier version is kept", arguments: OlderSession.all)
  func goldens(session: OlderSession) throws {
    guard ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil else {
      #expect(FileManager.default.fileExists(atPath: session.path))
      return
    }
    try session.record(session.path)
    Issue.record("recorded '\(session.path)' again")
  }
}
