import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Logs of features whose sources changed")
struct ChangedFeaturesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A feature has changed if a source of its name has, or one in a folder of its name")
  func names() {
    let changed = ChangedFeatures(paths: [
      "Features/Counter/View.swift", "Sources/AlertsFeature+Effects.swift",
      "Features/Prime/Notes.md",
    ])
    #expect(changed.contains("CounterFeature"))
    #expect(changed.contains("AlertsFeature"))
    #expect(!changed.contains("PrimeFeature"))
    #expect(!changed.contains("Feature"))
    #expect(!changed.contains("Alerts"))
  }

  @Test("A revision that git does not know is a wrong call, and so is an option in its place")
  func unknownRevision() async throws {
    let script = try folder.write("add(1)\n", as: "script.txt")
    let log = folder.file("a.reprise")
    #expect(await tally("record", log, "--script", script).code == 0)
    for revision in ["no-such-revision", "--output=\(folder.file("written"))"] {
      let found = await tally("replay", log, "--changed-since=\(revision)")
      #expect(found.code == 2)
      #expect(found.errors.contains("git cannot tell what has changed since '\(revision)'"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("written")))
  }
}
