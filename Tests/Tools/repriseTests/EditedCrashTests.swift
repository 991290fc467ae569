import Foundation
import TestSupport
import Testing

/// Tests sessions whose edits lead to a crash.
struct EditedCrashTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ledger(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_APP"] = "ledger"
    child.process.environment?["FAULTY_BUG"] = "sum"
    try child.start(input: input)
    return try await child.outcome()
  }

  @Test("If an edit leads to a crash, the new log ends in that step, and replays to the crash")
  func crash() async throws {
    let lines = ["addRow(\"x\")", "addRow(\"y\")", "note(\"a\")", "sum", "tick"]
    #expect(
      try await ledger("record", "s.reprise", "--quiet", input: lines.joined(separator: "\n")).code
        == 0)
    let outcome = try await ledger(
      "replay", "s.reprise", "--edit", "3=addRow(\"z\")", "-o", "c.reprise")
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("c.reprise: crashes as recorded at step 4 of 4: sum"))
    #expect(outcome.output.contains("too many rows to sum up"))
    #expect(try await ledger("replay", "c.reprise").code == 5)
  }

  @Test("A session that crashes can be edited until it does not")
  func repair() async throws {
    let lines = ["addRow(\"x\")", "addRow(\"y\")", "addRow(\"z\")", "sum"]
    _ = try await ledger("record", "s.reprise", "--quiet", input: lines.joined(separator: "\n"))
    _ = try await ledger("recover", "s.reprise.partial", "-o", "s.reprise")
    let outcome = try await ledger("replay", "s.reprise", "--skip", "2", "-o", "c.reprise")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("c.reprise: match, 3 steps verified"))
  }
}
