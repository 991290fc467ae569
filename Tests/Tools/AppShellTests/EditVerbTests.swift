import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Replaying other actions")
struct EditVerbTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var output: String { folder.file("x.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func record(_ lines: String...) async throws {
    let script = try folder.write(lines.joined(separator: "\n") + "\n", as: "script.txt")
    #expect(await tally("record", path, "--script", script).code == 0)
  }

  @Test("--edit and --skip write the session that follows, and print what changed")
  func edited() async throws {
    try await record("add(1)", "add(2)", "note(\"x\")")
    let outcome = await tally(
      "replay", path, "--edit", "1=add(5)", "--skip", "3", "--output", output)
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
            1 ~ add(5), instead of add(1)
            3 - note("x")
        \(output): match, 2 steps verified
        'diff \(path) \(output)' compares the sessions

        """)
    #expect(await tally("show", output, "--script").output.hasSuffix("add(5)\nadd(2)\n"))
  }

  @Test("--json prints the changes as an object")
  func json() async throws {
    try await record("add(1)", "add(2)")
    let outcome = await tally("replay", path, "--edit", "2=add(7)", "--json", "-o", output)
    #expect(
      outcome.output == """
        {"changes":[{"edited":true,"new":"add(7)","old":"add(2)","step":2}],"issues":[],\
        "path":"\(output)","recordedSteps":2,"steps":2,"supplied":[],"unknownWork":[],\
        "verdict":"match"}

        """)
  }

  @Test(
    "An invalid edit is an error of usage, and nothing is written",
    arguments: [
      (["--edit", "1=add(5)"], "'replay --edit' needs '--output FILE'"),
      (["--output", "x"], "'replay --output' needs '--edit or --skip'"),
      (["--force"], "'replay --force' needs '--output'"),
      (
        ["--edit", "add(5)", "-o", "x"],
        "invalid value 'add(5)' for '--edit': expected the number of a step, '=' and an action, "
          + "such as '3=counter.plusTapped'"
      ),
      (["--edit", "1=", "-o", "x"], "invalid value '1=' for '--edit'"),
      (["--edit", "0=add(5)", "-o", "x"], "invalid value '0=add(5)' for '--edit'"),
      (["--skip", "x", "-o", "x"], "invalid value 'x'"),
      (["--edit", "1=subtract(5)", "-o", "x"], "there is no action 'subtract'"),
      (["--edit", "1=add", "-o", "x"], "'add' needs a value: add(Int)"),
      (["--edit", "9=add(5)", "-o", "x"], "there is no step 9 to edit"),
      (
        ["--edit", "1=add(5)", "--skip", "1", "-o", "x"],
        "step 1 is edited or left out twice; give one of the options"
      ),
      (["--skip", "1", "--update", "-o", "x"], "'--edit' and '--update' cannot be combined"),
      (["--skip", "1", "-o", "s.reprise"], "'s.reprise' exists"),
      (["--skip", "1", "--skip", "2", "-o", "x"], "has no steps"),
    ])
  func invalid(options: [String], message: String) async throws {
    try await record("add(1)", "add(2)")
    let files = try folder.names()
    let arguments = options.map { $0 == "x" || $0 == "s.reprise" ? folder.file($0) : $0 }
    let outcome = await runShell(of: TallyApp.self, ["replay", path] + arguments)
    #expect(outcome.code == 2)
    #expect(
      outcome.errors.replacing(folder.path + "/", with: "").contains(message),
      "\(outcome.errors)")
    #expect(try folder.names() == files)
  }

  @Test("--force replaces a log")
  func force() async throws {
    try await record("add(1)", "add(2)")
    let outcome = await tally("replay", path, "--skip", "2", "--force", "-o", path)
    #expect(outcome.code == 0)
    #expect(await tally("show", path, "--script").output.hasSuffix("add(1)\n"))
  }
}
