import AppShell
import Foundation
import SessionDocument
import SessionLog
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("Logs with calls that verbs rewrite")
struct RewrittenCallsTests {
  private let folder: TemporaryFolder
  private let log: String
  private let new: String

  init() async throws {
    folder = try TemporaryFolder()
    log = folder.file("s.reprise")
    new = folder.file("new.reprise")
    let script = try folder.write(
      "find(17)\nwait effects\nfind(4)\nwait effects\n", as: "script.txt")
    let outcome = await primes("record", log, "--level", "effects", "--script", script)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try header(log).endpoints != nil)
    #expect(await primes("replay", log, "--effects").output.contains("2 effects run and verified"))
  }

  private func primes(_ arguments: String...) async -> ShellOutcome {
    await runShell(of: PrimesApp.self, arguments)
  }

  private func header(_ path: String) throws -> SessionHeader {
    try SessionReader(path: path).header
  }

  /// Expects a log of level `steps` without calls, which replays.
  private func expectPlainLog(_ path: String) async throws {
    let header = try header(path)
    #expect(header.level == .steps)
    #expect(header.endpoints == nil)
    #expect(!header.requires.contains(SessionHeader.calls))
    let outcome = await primes("replay", path, "--effects")
    #expect(outcome.output.contains("its effects are not verified: it has no calls"), "\(outcome)")
    #expect(outcome.code == 0)
  }

  @Test("export and import keep calls, and their effects are verified")
  func exchange() async throws {
    let lines = folder.file("s.jsonl")
    #expect(await primes("export", log, "-o", lines).code == 0)
    let text = try folder.text("s.jsonl")
    #expect(text.contains(#""endpoint":"PrimesClient.find","arguments":[17]}"#), "\(text)")
    #expect(await primes("import", lines, "-o", new).code == 0)
    #expect(await primes("export", new).output == text)
    let outcome = await primes("replay", new, "--effects")
    #expect(outcome.output.contains("2 effects run and verified"), "\(outcome)")
  }

  @Test("A call that was changed in exported lines diverges")
  func changedLine() async throws {
    #expect(await primes("export", log, "-o", folder.file("s.jsonl")).code == 0)
    let text = try folder.text("s.jsonl").replacing(#""arguments":[17]"#, with: #""arguments":[8]"#)
    let lines = try folder.write(text, as: "changed.jsonl")
    #expect(await primes("import", lines, "-o", new).code == 0)
    let outcome = await primes("replay", new, "--effects")
    #expect(outcome.output.contains("expected PrimesClient.find(8), actual PrimesClient.find(17)"))
    #expect(outcome.code == 1)
  }

  @Test("A resumed session keeps the calls of its earlier steps, except with --level steps")
  func resume() async throws {
    let script = try folder.write("find(5)\nwait effects\n", as: "more.txt")
    let resume = ["record", new, "--resume", log, "--script", script]
    let outcome = await runShell(of: PrimesApp.self, resume)
    #expect(outcome.code == 0, "\(outcome)")
    let replay = await primes("replay", new, "--effects")
    #expect(replay.output.contains("3 effects run and verified"), "\(replay)")
    let calls = SessionCalls(try SessionReader(path: new))
    #expect(calls.fault == nil)
    #expect(calls.all().map(\.number) == [1, 2, 3])
    #expect(calls.all().map(\.effect) == [1, 2, 3])
    #expect(await runShell(of: PrimesApp.self, resume + ["--force", "--level", "steps"]).code == 0)
    try await expectPlainLog(new)
  }

  @Test("A session that is resumed from an earlier step has only the calls before the step")
  func resumeAt() async throws {
    let script = try folder.write("find(5)\nwait effects\n", as: "more.txt")
    let outcome = await primes(
      "record", new, "--resume", log, "--at", "2", "--script", script)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(await primes("replay", new, "--effects").output.contains("2 effects run and verified"))
  }

  @Test("minimize keeps the calls of the effects in the smaller log")
  func minimize() async throws {
    let outcome = await primes(
      "minimize", log, "-o", new, "--keep", "numbers.count > 0", "--jobs", "1")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try header(new).level == .effects)
    let replayed = await primes("replay", new, "--effects")
    #expect(replayed.output.contains("1 effect run and verified"), "\(replayed)")
  }

  @Test("replay --update keeps the calls of a log with differing states")
  func update() async throws {
    let outcome = await runShell(
      of: NewerPrimesApp.self, ["replay", log, "--update", "--yes"])
    #expect(outcome.output.hasSuffix(": updated\n"), "\(outcome)")
    let replay = await runShell(of: NewerPrimesApp.self, ["replay", log, "--effects"])
    #expect(replay.output.contains("2 effects run and verified"), "\(replay)")
  }

  @Test("If the effects of a step have changed, replay --update leaves out calls and reports this")
  func lostCalls() async throws {
    let outcome = await runShell(
      of: CancellablePrimesApp.self, ["replay", log, "--update", "--yes"])
    #expect(
      outcome.output.contains("the new log has no calls of effects: effects of its steps have"),
      "\(outcome)")
    #expect(try header(log).level == .steps)
    #expect(try header(log).endpoints == nil)
    #expect(await runShell(of: CancellablePrimesApp.self, ["replay", log]).code == 0)
  }

  @Test("replay --update --effects keeps the calls if effects have a different shape")
  func changedShape() async throws {
    let outcome = await runShell(
      of: CancellablePrimesApp.self, ["replay", log, "--update", "--effects", "--yes"])
    #expect(outcome.output.hasSuffix(": updated\n"), "\(outcome)")
    let replay = await runShell(of: CancellablePrimesApp.self, ["replay", log, "--effects"])
    #expect(replay.output.contains("2 effects run and verified"), "\(replay)")
  }

  @Test("replay --update --effects shows changed calls, and replaces them after confirmation")
  func changedCalls() async throws {
    let before = try bytes(of: log)
    let preview = await runShell(
      of: ShiftedPrimesApp.self, ["replay", log, "--update", "--effects"])
    #expect(preview.code == 1)
    #expect(
      preview.output.contains(
        """
        : 2 calls would change, with the recorded answers:
          effect 1 of step 1: PrimesClient.find(17) → PrimesClient.find(18)
          effect 1 of step 3: PrimesClient.find(4) → PrimesClient.find(5)

        """), "\(preview)")
    #expect(try bytes(of: log) == before)
    let outcome = await runShell(
      of: ShiftedPrimesApp.self, ["replay", log, "--update", "--effects", "--yes"])
    #expect(outcome.code == 0 && outcome.output.hasSuffix(": updated\n"), "\(outcome)")
    let replay = await runShell(of: ShiftedPrimesApp.self, ["replay", log, "--effects"])
    #expect(replay.output.contains("2 effects run and verified"), "\(replay)")
    #expect(await primes("replay", log, "--effects").code == 1)
  }

  @Test("replay --update --effects refuses a log that lacks the answer to a new call")
  func refusedCalls() async throws {
    let before = try bytes(of: log)
    let outcome = await runShell(
      of: RepeatingPrimesApp.self, ["replay", log, "--update", "--effects", "--yes"])
    #expect(outcome.code == 1)
    #expect(
      outcome.output.contains(
        """
        : refused, the log is unchanged:
        """), "\(outcome)")
    #expect(outcome.output.contains("expected the action found(34), actual PrimesClient.find(17)"))
    #expect(
      outcome.output.contains(
        "  the log has no answer for what the effect does now; record the session again\n"))
    #expect(try bytes(of: log) == before)
  }

  @Test("replay --update --effects --json has the calls of the old and the new log")
  func changedCallsAsJSON() async throws {
    let outcome = await runShell(
      of: ShiftedPrimesApp.self, ["replay", log, "--update", "--effects", "--yes", "--json"])
    #expect(
      outcome.output.contains(
        #""calls":[{"actual":"PrimesClient.find(18)","effect":1,"#
          + #""recorded":"PrimesClient.find(17)","step":1},"#), "\(outcome)")
  }

  @Test("replay --update does not change a matching log and its calls")
  func unchanged() async throws {
    #expect(await primes("replay", log, "--update", "--yes").code == 0)
    #expect(try header(log).level == .effects)
  }

  @Test("generate-test writes the calls of a log, or reports why a test cannot run effects")
  func generateTest() async throws {
    let file = folder.file("Primes.swift")
    let outcome = await primes("generate-test", log, "-o", file)
    #expect(outcome.code == 0, "\(outcome)")
    let text = try folder.text("Primes.swift")
    #expect(text.contains("store.send(.find(17)"))
    #expect(
      text.contains("store.effect(1).calls(1, \"PrimesClient.find\", 17).returns("), "\(text)")
    #expect(text.contains("store.receive(.found(34), from: 1)"), "\(text)")
    #expect(text.contains("    await store.runEffects()\n  }\n"))
    #expect(outcome.errors.isEmpty)
    let secret = folder.file("secret.reprise")
    let script = try folder.write("say(\"a\")\n", as: "vault.txt")
    let recorded = await runShell(
      of: VaultApp.self, ["record", secret, "--level", "effects", "--script", script])
    #expect(recorded.code == 0, "\(recorded)")
    let other = folder.file("Secrets.swift")
    let generated = await runShell(of: VaultApp.self, ["generate-test", secret, "-o", other])
    #expect(generated.code == 0)
    #expect(
      generated.errors.hasSuffix(
        "the test does not run effects: texts of their calls may be secrets\n"), "\(generated)")
    #expect(try !folder.text("Secrets.swift").contains("runEffects"))
  }

  @Test("recover keeps the calls before the end of a log that was cut off")
  func recover() async throws {
    try write(Array(bytes(of: log).dropLast(20)), to: log)
    #expect(await primes("recover", log, "-o", new).code == 0)
    #expect(try header(new).level == .effects)
    let outcome = await primes("replay", new, "--effects")
    #expect(outcome.output.contains("2 effects run and verified"), "\(outcome)")
  }
}
