import App
import ComposableArchitecture
import Foundation
import SessionLog
import SessionReplay
import Testing

@MainActor
@Suite("Logs of every version of the format")
struct FormatVersionTests {
  private static let sessions = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sessions")

  private static func path(ofVersion version: Int) -> String {
    sessions.appendingPathComponent("formats/version-\(version).reprise").path
  }

  /// A log of a released version is never recorded anew; the one of a version that is not yet
  /// released is, with RECORD_GOLDENS=1, from the tour through the app.
  @Test("A log of each version is kept, and can be read", arguments: 1...LogPreamble().version)
  func readable(version: Int) throws {
    let path = Self.path(ofVersion: version)
    if version == LogPreamble().version,
      ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
    {
      try? FileManager.default.removeItem(atPath: path)
      let tour = Self.sessions.appendingPathComponent("tour.reprise").path
      try FileManager.default.copyItem(atPath: tour, toPath: path)
      Issue.record("copied '\(tour)' to '\(path)'")
    }
    let reader = try SessionReader(path: path)
    #expect(reader.header.version == version)
    #expect(reader.log.verify() == nil)
    let app = ReplayedApp(
      identity: AppIdentity(name: "Reprise", version: "1", build: "test")
    ) { AppFeature().assemble() }
    let report = SessionReplayer(app).replay(path: path)
    #expect(report.verdict.name == "match", "\(ReplayText().lines(for: report))")
    #expect(report.verifiedSteps > 30)
  }
}
