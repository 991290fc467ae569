import AppShell
import ComposableArchitecture
import Foundation
import SessionLog
import SessionReplay
import TestSupport
import Testing

/// `TallyApp` after a change: it adds numbers twice, and stores notes in capitals.
struct ChangedTallyApp: ShellApp {
  static let name = TallyApp.name
  static let version = TallyApp.version
  static var initialState: TallyApp.State { TallyApp.initialState }
  static var recordedDependencies: [RecordedDependency] { TallyApp.recordedDependencies }

  static var feature: Reduce<TallyApp.State, TallyApp.Action> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += 2 * number
      case .note(let text): state.note = text.uppercased()
      case .echo, .wait, .screen: break
      }
      return .none
    }
  }

  static func screen(of state: TallyApp.State) -> String { TallyApp.screen(of: state) }
}

@MainActor
@Suite("Updating logs")
struct UpdateVerbTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ name: String, _ lines: String...) async throws {
    let script = try folder.write(lines.joined(separator: "\n") + "\n", as: "script.txt")
    #expect(await tally("record", folder.file(name), "--script", script).code == 0)
  }

  /// Records five logs. Three logs differ for the same reason, and one for a different reason.
  private func recordAll() async throws {
    try await record("a.reprise", "add(1)", "add(2)")
    try await record("b.reprise", "add(7)")
    try await record("c.reprise", "add(0)", "add(3)")
    try await record("d.reprise", "note(\"x\")")
    try await record("e.reprise", "screen", "note(\"X\")")
  }

  private func changed(_ arguments: String..., answer: String? = nil) async -> ShellOutcome {
    await runShell(of: ChangedTallyApp.self, arguments, answer: answer)
  }

  private var contents: [String: Data] {
    get throws {
      let names = try folder.names().filter { $0 != "script.txt" }
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
        })
    }
  }

  /// Records logs, one of them with version 1.0 of the app.
  private func recordOlder() async throws {
    try await record("a.reprise", "add(1)")
    try await record("old.reprise", "add(1)")
    let path = folder.file("old.reprise")
    try LogReader(path: path, options: .session).rewrite(
      to: path, replacing: #""appVersion":"1.2.3""#, with: #""appVersion":"1.0""#)
  }

  @Test("Without a terminal and --yes nothing is written, and the message mentions --yes")
  func unasked() async throws {
    try await recordAll()
    let before = try contents
    let outcome = await changed("replay", "--update", folder.path)
    #expect(outcome.code == 1)
    #expect(try contents == before)
    #expect(
      outcome.errors
        == "tally: nothing was written: 4 logs would be updated; give --yes to update them\n")
  }

  @Test(
    "Pending updates are listed by reason, with the first difference and the number of logs")
  func groups() async throws {
    try await recordAll()
    let path = folder.path
    let lines = await changed("replay", "--update", path).output
      .split(separator: "\n").map(String.init)
    #expect(lines[0] == "3 logs: state diverged in add: count")
    #expect(lines[1] == "\(path)/b.reprise: state diverged at step 1 of 1: add(7)")
    #expect(lines[2] == "  count: expected 7, actual 14")
    #expect(lines.contains("  the same in \(path)/a.reprise, \(path)/c.reprise"))
    #expect(lines.contains("\(path)/d.reprise: state diverged at step 1 of 1: note(\"x\")"))
    #expect(lines.last == "5 logs: 1 unchanged, 4 to be updated")
  }

  @Test("--yes updates only the logs that differ")
  func confirmed() async throws {
    try await recordAll()
    let before = try contents
    let outcome = await changed("replay", "--update", "--yes", folder.path)
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("5 logs: 1 unchanged, 4 updated\n"))
    #expect(try contents.keys == before.keys)
    #expect(try contents.filter { before[$0.key] != $0.value }.keys.sorted().count == 4)
    #expect(try contents["e.reprise"] == before["e.reprise"])
    #expect(await changed("replay", folder.path).code == 0)
  }

  @Test(
    "A terminal asks for confirmation, and only 'y' and 'yes' confirm",
    arguments: [("y", true), ("YES", true), ("", false), ("n", false), ("yesterday", false)])
  func asked(answer: String, isWanted: Bool) async throws {
    try await recordAll()
    let before = try contents
    let outcome = await changed("replay", "--update", folder.path, answer: answer)
    #expect(outcome.errors.hasPrefix("Update 4 logs? [y/N] "))
    #expect(try (contents == before) == !isWanted)
    #expect(outcome.code == (isWanted ? 0 : 1))
    #expect(outcome.output.hasSuffix(isWanted ? "4 updated\n" : "4 to be updated\n"))
  }

  @Test("No confirmation is requested if no log differs")
  func nothing() async throws {
    try await recordAll()
    let outcome = await runShell(
      of: TallyApp.self, ["replay", "--update", folder.path], answer: "y")
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output == "5 logs: 5 unchanged\n")
  }

  @Test("A log of a different version in a folder is listed but not updated")
  func otherVersion() async throws {
    try await recordOlder()
    let before = try contents
    let outcome = await changed("replay", "--update", "--yes", folder.path)
    // The log still differs.
    #expect(outcome.code == 1)
    #expect(try contents["old.reprise"] == before["old.reprise"])
    #expect(try contents["a.reprise"] != before["a.reprise"])
    #expect(
      outcome.output.contains(
        "1 log recorded by version 1.0: unchanged; to update one, name the log itself:\n"
          + "  \(folder.file("old.reprise"))\n"))
    #expect(outcome.output.hasSuffix("2 logs: 1 updated, 1 other version\n"))
  }

  @Test("A log of a different version is updated if its own path is given")
  func namedVersion() async throws {
    try await recordOlder()
    let path = folder.file("old.reprise")
    let outcome = await changed("replay", "--update", "--yes", path)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasSuffix("\(path): updated\n"))
    #expect(await changed("replay", path).code == 0)
  }

  @Test("--json prints the reasons and outcomes of logs without asking")
  func json() async throws {
    try await recordAll()
    let before = try contents
    let outcome = await changed("replay", "--update", "--json", folder.path, answer: "y")
    #expect(outcome.code == 1)
    #expect(try contents == before)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let results = try #require(object as? [String: Any])
    let groups = try #require(results["groups"] as? [[String: Any]])
    #expect(groups.map { $0["count"] as? Int } == [3, 1])
    let logs = try #require(results["logs"] as? [[String: Any]])
    #expect(
      logs.map { $0["outcome"] as? String }
        == Array(repeating: "to be updated", count: 4) + ["unchanged"])
  }

  @Test("--yes needs --update")
  func usage() async throws {
    try await record("a.reprise", "add(1)")
    #expect(await tally("replay", folder.file("a.reprise"), "--yes").code == 2)
  }
}
