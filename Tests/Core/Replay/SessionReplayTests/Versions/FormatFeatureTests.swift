import Foundation
import SessionLog
import SessionModel
import SessionReplay
import SessionTestSupport
import TestSupport
import Testing

@MainActor
@Suite("Format features that this build doesn't know")
struct FormatFeatureTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  /// Records a session and replaces a string in its header.
  private func record(replacing text: String, with other: String) async throws {
    try await Session.record(at: path)
    try LogReader(path: path, options: .session).rewrite(to: path, replacing: text, with: other)
  }

  @Test("A log that requires unknown features is rejected, and the message names them")
  func required() async throws {
    try await record(
      replacing: #""requires":["identityTypes"]"#, with: #""requires":["colours","sound"]"#)
    guard case .incompatible(let log) = Session.replay(path, app: Session.app()).verdict else {
      Issue.record("the log was replayed")
      return
    }
    #expect("\(log)".contains("requires “colours” and “sound”, which this program"))
  }

  @Test("An optional feature and an unknown key of the header are ignored")
  func optional() async throws {
    try await record(
      replacing: #""optional":[]"#, with: #""optional":["colours"],"palette":{"red":1}"#)
    #expect(Session.replay(path, app: Session.app()).verdict.name == "match")
  }

  @Test("A log of a newer version is rejected, and the message names the version")
  func newer() async throws {
    let version = LogPreamble().version
    try await record(replacing: #""version":\#(version)"#, with: #""version":\#(version + 1)"#)
    guard case .incompatible(let log) = Session.replay(path, app: Session.app()).verdict else {
      Issue.record("the log was replayed")
      return
    }
    #expect(
      "\(log)".contains("is of version \(version + 1) of the format; this program reads version")
    )
  }
}
