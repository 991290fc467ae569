import Foundation
import SessionLog
import TestSupport
import Testing

/// Tests that minimize sessions with planted bugs.
@Suite("Minimizing sessions", .timeLimit(.minutes(30)))
struct MinimizeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ledger(
    _ arguments: String..., bug: String? = nil, input: String = ""
  ) async throws -> Program.Outcome {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_APP"] = "ledger"
    child.process.environment?["FAULTY_BUG"] = bug
    try child.start(input: input)
    return try await child.outcome()
  }

  private func record(_ actions: [String]) async throws {
    let outcome = try await ledger(
      "record", "s.reprise", "--seed", "1",
      input: (actions + ["wait effects"]).joined(separator: "\n") + "\n")
    #expect(outcome.code == 0)
  }

  private static let others = ["note(\"x\")", "add(3)", "light(\"d\")", "save", "note(\"y\")"]

  @Test(
    "Minimizing keeps the steps that the bug needs, with the simplest values",
    arguments: [
      (
        "lamps", ["light(\"c\")", "light(\"a\")", "tick", "light(\"b\")", "tick"],
        "light(\"c\") light(\"a\") light(\"b\") tick"
      ),
      (
        "sum", ["addRow(\"x\")", "addRow(\"y\")", "addRow(\"z\")", "sum"],
        "addRow(\"\") addRow(\"\") addRow(\"\") sum"
      ),
      ("order", ["save", "setAutomatic(true)", "save"], "setAutomatic(true) save"),
      (
        "length", ["addRow(\"x\")", "tick", "rename(1, \"more than twenty characters\")"],
        "addRow(\"\") rename(1, \"aaaaaaaaaaaaaaaaaaaaa\")"
      ),
      (
        "moved", ["addRow(\"x\")", "addRow(\"y\")", "move(1)", "rename(1, \"z\")"],
        "addRow(\"\") move(1) rename(1, \"a\")"
      ),
      ("odd", ["tick", "flip", "tick"], "flip tick"),
      ("answer", ["load(3)", "load(7)"], "load(7) loaded(70)"),
      ("roll", ["roll", "tick", "tick", "tick", "roll"], "tick tick tick roll"),
      (
        "removed", ["addRow(\"x\")", "addRow(\"y\")", "addRow(\"z\")", "remove(2)"],
        "addRow(\"\") addRow(\"\") addRow(\"\") remove(2)"
      ),
      ("total", ["add(7)", "add(2000)"], "add(1001)"),
      // Without the flip, the bug may lead to the state before the step.
      ("spread", ["setAutomatic(true)", "setAutomatic(false)", "flip", "tick"], "flip tick"),
    ])
  func faults(bug: String, actions: [String], left: String) async throws {
    // Unneeded actions separate the needed actions.
    try await record(
      actions.dropLast().flatMap { Self.others + [$0] } + Self.others + actions.suffix(1))
    let before = try await ledger("replay", "s.reprise", bug: bug)
    let outcome = try await ledger("minimize", "s.reprise", "-o", "small.reprise", bug: bug)
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    let script = try await ledger("show", "small.reprise", "--script")
    let lines = script.outputLines.filter { $0 != "effects off" && !$0.hasPrefix("#") }
    #expect(lines.joined(separator: " ") == left)
    let after = try await ledger("replay", "small.reprise", bug: bug)
    #expect(after.code == before.code)
    let repaired = try await ledger("replay", "small.reprise")
    #expect(repaired.code == 0, "\(repaired.output)")
  }

  @Test("Minimizing rejects sessions in which an earlier step with the same action shows the bug")
  func sameAction() async throws {
    let row = "addRow(\"x\")"
    try await record(["flip", row, "flip", row, "tick", row, "flip", row, "flip", row, "tick"])
    let outcome = try await ledger("minimize", "s.reprise", "-o", "small.reprise", bug: "spread")
    #expect(outcome.code == 0)
    let script = try await ledger("show", "small.reprise", "--script")
    let lines = script.outputLines.filter { $0 != "effects off" && !$0.hasPrefix("#") }
    // A session with a 'flip' would be shorter by three rows, but its tick would fail differently.
    let kept = "addRow(\"\")"
    #expect(lines == [kept, kept, "tick", kept, kept, kept, "tick"])
    #expect(try await ledger("replay", "small.reprise").code == 0)
  }

  @Test("The result contains the numbers of kept steps and the verdict of the new log")
  func result() async throws {
    try await record(Self.others + ["flip"] + Self.others + ["tick"])
    let outcome = try await ledger("minimize", "s.reprise", "-o", "small.reprise", bug: "odd")
    #expect(outcome.outputLines.first?.hasPrefix("16 steps → 2, 12 user actions → 2, of ") == true)
    #expect(
      outcome.outputLines.last
        == "it replays to the same verdict: state diverged in tick: ticks")
    let json = try await ledger(
      "minimize", "s.reprise", "-o", "small.reprise", "--json", "--force", bug: "odd")
    #expect(json.output.contains("\"recordedActions\":12,\"recordedSteps\":16,\"steps\":2"))
  }

  @Test("An existing output is rejected before the search, and a matching log after its replay")
  func refusals() async throws {
    try await record(["flip", "tick"])
    let exists = try await ledger("minimize", "s.reprise", "-o", "s.reprise", bug: "odd")
    #expect(exists.code == 2)
    #expect(exists.errors.contains("exists"))
    let matches = try await ledger("minimize", "s.reprise", "-o", "small.reprise")
    #expect(matches.code == 2)
    #expect(matches.errors.contains("give --keep CONDITION"))
    let both = try await ledger(
      "minimize", "s.reprise", "-o", "small.reprise", "--keep", "ticks > 1", "--keep-crash")
    #expect(both.code == 2)
    let missing = try await ledger("minimize", "none.reprise", "-o", "small.reprise")
    #expect(missing.code == 2)
  }

  @Test("A crash that does not occur in each of five replays is rejected")
  func occasionalCrash() async throws {
    try await record(["sum"])
    let outcome = try await ledger("minimize", "s.reprise", "-o", "small.reprise", bug: "mostly")
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("the same steps did not fail in the same way again"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("small.reprise")))
  }

  @Test("--keep-crash finds a crash after a divergence")
  func crashBehindDifference() async throws {
    try await record(["flip", "addRow(\"x\")", "addRow(\"y\")", "addRow(\"z\")", "sum", "tick"])
    let none = try await ledger(
      "minimize", "s.reprise", "-o", "small.reprise", "--keep-crash", bug: "odd")
    #expect(none.code == 2)
    #expect(none.errors.contains("does not end in any step"))
    let outcome = try await ledger(
      "minimize", "s.reprise", "-o", "small.reprise", "--keep-crash", bug: "sum")
    #expect(outcome.outputLines.first?.contains("6 user actions → 4") == true)
  }

  @Test("--keep finds the shortest session that meets a condition")
  func condition() async throws {
    try await record(Self.others + ["tick", "flip", "tick", "tick"] + Self.others)
    let outcome = try await ledger(
      "minimize", "s.reprise", "-o", "small.reprise", "--keep", "ticks >= 2")
    #expect(outcome.code == 0)
    #expect(outcome.outputLines.first?.contains("→ 2,") == true)
    #expect(outcome.outputLines.last == "it matches, and 'ticks >= 2' holds after its last step")
  }
}
