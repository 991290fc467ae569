import ComposableArchitecture
import Foundation
import RecordCoding
import RecordedValues
import SessionLog
import SessionReplay
import SessionTestSupport
import Testing

@MainActor
@Suite("A log of the format")
struct FormatVersionTests {
  private static let sessions = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sessions")

  private static func file(_ suffix: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("__Snapshots__/version-\(LogPreamble().version).\(suffix)")
  }

  /// Until the format is released, the log can be recorded again: RECORD_GOLDENS=1 copies the tour
  /// through the app.
  @Test("An earlier log is still read as before")
  func readable() throws {
    let log = Self.file("reprise")
    let golden = Self.file("txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(contentsOf: Self.sessions.appendingPathComponent("tour.reprise")).write(to: log)
      try Data(shownText(ofLog: log.path).utf8).write(to: golden)
      Issue.record("recorded '\(log.path)' again")
    }
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    #expect(try shownText(ofLog: log.path) == expected)
  }
}
