import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Coverage of logs")
struct CoverageVerbTests {
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    for (name, lines) in [("a", "add(1)\n"), ("b", "add(1)\nnote(\"x\")\n")] {
      let script = try folder.write(lines, as: "script.txt")
      _ = await tally("record", folder.file("\(name).reprise"), "--script", script)
    }
  }

  @Test("coverage prints counts, missing actions and fields, and the logs of a sufficient subset")
  func text() async throws {
    let found = await tally("coverage", folder.path)
    #expect(found.code == 0)
    #expect(found.output.hasPrefix("2 logs, 3 steps: 2 of 5 actions, "))
    #expect(found.output.contains("no log has the action:\n  echo\n  wait\n  screen\n"))
    #expect(
      found.output.hasSuffix(
        "a subset covers all of this: 1 log, to which the other 1 add nothing:\n"
          + "  \(folder.file("b.reprise")): 4 more\n"))
  }

  @Test("The output of --subset can be replayed with --files-from")
  func subset() async throws {
    let found = await tally("coverage", folder.path, "--subset")
    #expect(found.output == "\(folder.file("b.reprise"))\n")
  }

  @Test("A path with a newline ends with a NUL in a pipe and is escaped at a terminal")
  func subsetOfNames() async throws {
    let odd = folder.file("b\nc\u{1B}[2J.reprise")
    try FileManager.default.moveItem(atPath: folder.file("b.reprise"), toPath: odd)
    let found = await tally("coverage", folder.path, "--subset")
    #expect(found.output == "\(odd)\0")
    let list = try folder.write(found.output, as: "list.txt")
    let replayed = await tally("replay", "--files-from", list)
    #expect(replayed.code == 0, "\(replayed.errors)")
    let shown = await runShell(
      of: TallyApp.self, ["coverage", folder.path, "--subset"], isTerminal: true)
    #expect(shown.output == "\(folder.file(#"b\u{a}c\u{1b}[2J.reprise"#))\n")
  }

  @Test("An empty list of paths is a usage error, like a folder without logs")
  func emptyList() async throws {
    for content in ["", "\n\n", "\0"] {
      let list = try folder.write(content, as: "list.txt")
      let found = await tally("replay", "--files-from", list)
      #expect(found.code == 2)
      #expect(found.errors.contains("contains no paths"))
    }
  }

  @Test("--json prints the same results")
  func json() async throws {
    let found = await tally("coverage", folder.path, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(found.output.utf8))
    let results = try #require(object as? [String: Any])
    #expect(results["logs"] as? Int == 2)
    #expect(results["missingActions"] as? [String] == ["echo", "wait", "screen"])
    #expect((results["subset"] as? [[String: Any]])?.count == 1)
  }

  @Test("A usage error, a damaged log and a folder without logs have distinct exit codes")
  func errors() async throws {
    #expect(await tally("coverage", folder.path, "--subset", "--json").code == 2)
    #expect(await tally("coverage", folder.file("nowhere")).code == 2)
    let path = folder.file("a.reprise")
    try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(10)
      .write(to: URL(fileURLWithPath: path))
    let found = await tally("coverage", folder.path)
    #expect(found.code == 4)
    #expect(found.errors.contains("a.reprise"))
    #expect(found.output.hasPrefix("2 logs, "))
  }
}
