import Foundation
import SessionReplayTesting
import TestSupport
import Testing

struct RerecordingTests {
  private func failures(
    replaying session: Session, by reducer: @escaping @Sendable () -> App,
    _ rerecording: Rerecording
  ) async throws -> [String] {
    try await Rerecording.$current.withValue(rerecording) {
      try await SessionReplayTestingTests.failures {
        try await expectReplay(of: session, by: reducer())
      }
    }.map(\.text)
  }

  @Test("The variable selects no log, all logs or one log")
  func variable() {
    #expect(Rerecording([:]) == .none)
    #expect(Rerecording(["REPRISE_RERECORD": ""]) == .none)
    #expect(Rerecording(["REPRISE_RERECORD": "0"]) == .none)
    #expect(Rerecording(["REPRISE_RERECORD": "1"]) == .all)
    #expect(Rerecording(["REPRISE_RERECORD": "cart/a.reprise"]) == .named("cart/a.reprise"))
  }

  @Test("A differing log is recorded again, and the test fails once with the differences")
  func differs() async throws {
    let folder = try await folderOfSessions("a.reprise")
    let session = Sessions.in(folder.path)[0]
    let texts = try await failures(replaying: session, by: brokenApp, .all)
    #expect(texts.count == 1)
    let lines = (texts.first ?? "").split(separator: "\n")
    #expect(lines.first == "a.reprise: state diverged at step 1 of 10: add(1)")
    #expect(lines.contains("  total: expected 1, actual 2"))
    #expect(
      lines.last == """
          The log was updated. Review it, commit it, and run the test without \
        'REPRISE_RERECORD'.
        """)
    #expect(try await failures(replaying: session, by: brokenApp, .none).isEmpty)
    #expect(try await failures(replaying: session, by: app, .none).count == 1)
  }

  @Test("A log that replays as recorded is unchanged, and the test passes")
  func unchanged() async throws {
    let folder = try await folderOfSessions("a.reprise")
    let session = Sessions.in(folder.path)[0]
    let before = try bytes(of: session.url.path)
    #expect(try await failures(replaying: session, by: app, .all).isEmpty)
    #expect(try bytes(of: session.url.path) == before)
  }

  @Test("Only the named log is recorded again")
  func named() async throws {
    let folder = try await folderOfSessions("a.reprise", "b.reprise")
    for session in Sessions.in(folder.path) {
      _ = try await failures(replaying: session, by: brokenApp, .named("b.reprise"))
    }
    var differ: [String] = []
    for session in Sessions.in(folder.path) {
      let failures = try await failures(replaying: session, by: brokenApp, .none)
      if !failures.isEmpty { differ.append(session.description) }
    }
    #expect(differ == ["a.reprise"])
  }

  @Test("A log whose reads differ is unchanged")
  func refused() async throws {
    let folder = try await folderOfSessions("a.reprise")
    let session = Sessions.in(folder.path)[0]
    let before = try bytes(of: session.url.path)
    let texts = try await failures(replaying: session, by: readingApp, .all)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("dependency diverged at step 2 of 10") == true)
    #expect(
      texts.first?.hasSuffix(
        "\n  The log was not changed. If the log is no longer needed, delete it, or record the "
          + "session again with the app.") == true)
    #expect(try bytes(of: session.url.path) == before)
  }

  @Test("A log of an older version of the app is recorded again only if it is named")
  func otherVersion() async throws {
    let folder = try await folderOfSessions("old.reprise")
    let session = Sessions.in(folder.path)[0]
    func failures(_ rerecording: Rerecording) async throws -> String {
      try await Rerecording.$current.withValue(rerecording) {
        try await SessionReplayTestingTests.failures {
          try await expectReplay(of: session, by: newerApp())
        }
      }.map(\.text).joined()
    }
    let before = try bytes(of: session.url.path)
    let text = try await failures(.all)
    #expect(text.contains("'REPRISE_RERECORD=old.reprise'"))
    #expect(try bytes(of: session.url.path) == before)
    #expect(try await failures(.none).contains("run the test once with 'REPRISE_RERECORD=1'"))
    #expect(try await failures(.named("old.reprise")).contains("The log was updated."))
    #expect(try await failures(.none).isEmpty)
  }

  @Test("A log that cannot be written fails with the reason", .enabled(if: geteuid() != 0))
  func unwritable() async throws {
    let folder = try await folderOfSessions("a.reprise")
    try #require(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    let session = Sessions.in(folder.path)[0]
    let texts = try await failures(replaying: session, by: brokenApp, .all)
    #expect(texts.first?.contains("The log was not updated: ") == true)
  }
}
