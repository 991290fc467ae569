import ComposableArchitecture
import Foundation
import RecordCoding
import RecordSchema
import SessionLog
import SessionReplay
import SessionReports
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

  /// Every step and the last state of a log, as they are shown; no code of the app is needed.
  private static func text(of log: URL) throws -> String {
    let reader = try SessionReader(path: log.path)
    #expect(reader.log.verify() == nil)
    let header = reader.header
    let lines = StepLine(schema: header.schema, action: header.action)
    var cursor = try SessionCursor(reader)
    var text: [String] = []
    while true {
      let before = cursor.state
      guard let step = try cursor.next() else { break }
      let changes = StateChange.all(
        from: before, to: cursor.state, as: header.state, in: header.schema)
      text.append(lines.text(of: step, changes: changes))
    }
    text += ValueText(schema: header.schema).lines(of: cursor.state, as: header.state)
    return text.joined(separator: "\n") + "\n"
  }

  /// A log of a released version is never recorded anew; the one of a version that is not yet
  /// released is, with RECORD_GOLDENS=1, from the tour through the app.
  @Test(
    "A log of each version is kept, and is read as it was", arguments: 1...LogPreamble().version)
  func readable(version: Int) throws {
    let log = Self.file("reprise", ofVersion: version)
    let golden = Self.file("txt", ofVersion: version)
    if version == LogPreamble().version,
      ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil
    {
      try Data(contentsOf: Self.sessions.appendingPathComponent("tour.reprise")).write(to: log)
      try Data(Self.text(of: log).utf8).write(to: golden)
      Issue.record("recorded '\(log.path)' anew")
    }
    #expect(try SessionReader(path: log.path).header.version == version)
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    #expect(try Self.text(of: log) == expected)
  }
}
