import ComposableArchitecture
import Foundation
import RecordCoding
import RecordSchema
import SessionLog
import SessionReplay
import SessionTestSupport
import Testing

@MainActor
@Suite("Logs of every version of the format")
struct FormatVersionTests {
  private static let sessions = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sessions")

  private static func file(_ name: String, ofVersion version: Int) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("__Snapshots__/version-\(version).\(name)")
  }

  /// The log of a released version is never recorded again. The log of an unreleased version is
  /// recorded from the tour through the app, with RECORD_GOLDENS=1.
  @Test(
    "The log of each version still reads as before", arguments: 1...LogPreamble().version)
  func readable(version: Int) throws {
    let log = Self.file("reprise", ofVersion: version)
    let golden = Self.file("txt", ofVersion: version)
    if version == LogPreamble().version,
      ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
    {
      try Data(contentsOf: Self.sessions.appendingPathComponent("tour.reprise")).write(to: log)
      try Data(shownText(ofLog: log.path).utf8).write(to: golden)
      Issue.record("recorded '\(log.path)' again")
    }
    #expect(try SessionReader(path: log.path).header.version == version)
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    #expect(try shownText(ofLog: log.path) == expected)
  }
}
