import Foundation
import SessionReplayTesting
import TestSupport
import Testing

struct SessionsTests {
  @Test("Logs under a folder are sessions in alphabetical order, named relative to the folder")
  func names() async throws {
    let folder = try await folderOfSessions("b.reprise", "cart/empty.reprise", "a.reprise")
    try folder.write("", as: "notes.txt")
    let sessions = Sessions.in(folder.path)
    #expect(sessions.map(\.description) == ["a.reprise", "b.reprise", "cart/empty.reprise"])
    #expect(sessions[2].url.path == folder.file("cart/empty.reprise"))
  }

  @Test("The path of a folder is relative to the test's file")
  func beside() async throws {
    let sessions = Sessions.in("Sessions")
    #expect(sessions.map(\.description) == ["mixed.reprise"])
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    #expect(sessions[0].url.path == folder.path + "/Sessions/mixed.reprise")
  }

  @Test("A session is encoded as its name, which is the same on every machine")
  func coding() async throws {
    let folder = try await folderOfSessions("cart/empty.reprise")
    let coded = try JSONEncoder().encode(Sessions.in(folder.path))
    #expect(String(decoding: coded, as: UTF8.self) == #"["cart\/empty.reprise"]"#)
  }

  @Test("A missing folder is one session, which fails with a remedy")
  func missingFolder() async throws {
    let sessions = Sessions.in("NoSessions")
    #expect(sessions.map(\.description) == ["NoSessions"])
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    #expect(
      try await failures { try await expectReplay(of: sessions[0], by: app()) }.map(\.text) == [
        """
        there is no file or folder '\(folder)/NoSessions'
          Record a session into the folder, or name another folder beside the file of the test.
        """
      ])
  }

  @Test("A folder without logs is one session, which fails")
  func emptyFolder() async throws {
    let folder = try TemporaryFolder()
    let sessions = Sessions.in(folder.path)
    #expect(sessions.count == 1)
    let texts = try await failures { try await expectReplay(of: sessions[0], by: app()) }
    #expect(texts.first?.text.hasPrefix("there is no log under '\(folder.path)': logs are") == true)
  }

  @Test("A file instead of a folder is one session, which fails")
  func noFolder() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", as: "Sessions")
    let sessions = Sessions.in(file)
    #expect(sessions.count == 1)
    let texts = try await failures { try await expectReplay(of: sessions[0], by: app()) }
    #expect(texts.first?.text.hasPrefix("'\(file)' is not a folder; give") == true)
  }
}
