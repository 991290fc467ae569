import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("The verbs about the history of a log")
struct HistoryVerbTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(
    _ name: String, _ lines: String..., level: String = "steps"
  ) async throws -> String {
    let script = try folder.write(lines.joined(separator: "\n") + "\n", as: "script.txt")
    let path = folder.file(name)
    #expect(await tally("record", path, "--script", script, "--level", level).code == 0)
    return path
  }

  private func example() async throws -> String {
    try await record("s.reprise", "add(1)", "note(\"x\")", "echo", "wait effects", "add(2)")
  }

  @Test("'trace' lists the steps that changed a value, with the causes of effects")
  func trace() async throws {
    let outcome = await tally("trace", try await example(), "count")
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n").map { line in
      line.replacing(/at [0-9]+\.[0-9]{3} s/, with: "at T")
    }
    #expect(
      lines == [
        "count: 0 at the beginning",
        "    1 · add(1)  at T", "        count: 0 → 1",
        "    4 ←3 add(100)  at T, from step 3: echo", "        count: 1 → 101",
        "    5 · add(2)  at T", "        count: 101 → 103",
      ])
  }

  @Test("'trace' rejects an unknown path and suggests a similar one")
  func misspelt() async throws {
    let outcome = await tally("trace", try await example(), "cuont")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("the state has no 'cuont'; did you mean 'count'?"))
  }

  @Test("'blame' shows the step that last wrote each value")
  func blame() async throws {
    let path = try await example()
    let outcome = await tally("blame", path)
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
                    │ TallyApp.State(
        5 add(2)    │   count: 103,
        2 note("x") │   note: "x"
                    │ )

        """)
    let early = await tally("blame", path, "--at", "1", "--json")
    #expect(
      early.output == """
        {"step":1,"values":[{"action":"add(1)","path":"count","step":1,"value":"1"},\
        {"path":"note","value":"\\"\\""}]}

        """)
  }

  @Test("'why' shows the steps that led to a step, and the steps that it caused")
  func why() async throws {
    let path = try await example()
    #expect(
      await tally("why", path, "4").output == """
              3 · echo
        >     4 ←3 add(100)

        """)
    #expect(
      await tally("why", path, "3").output == """
        >     3 · echo
                4 ←3 add(100)

        """)
  }

  @Test("'diff' aligns the actions, and its exit code is 0 for equal logs and otherwise 1")
  func diff() async throws {
    let first = try await record("a.reprise", "add(1)", "note(\"x\")", "add(2)")
    let second = try await record("b.reprise", "add(1)", "add(2)")
    let outcome = await tally("diff", first, second)
    #expect(outcome.code == 1)
    #expect(
      outcome.output == """
        different actions (2 actions in common):
                1 · add(1)
          -     2 · note("x")
        at the end:
          note: "x" → ""

        """)
    let same = await tally("diff", first, first)
    #expect(same.code == 0)
    #expect(same.output.isEmpty)
  }

  @Test("'diff --state' compares two states of the same log or of two logs")
  func states() async throws {
    let path = try await example()
    let outcome = await tally("diff", path, "--state", "1", "4")
    #expect(outcome.code == 1)
    #expect(outcome.output == "count: 1 → 101\nnote: \"\" → \"x\"\n")
    #expect(await tally("diff", path, path, "--state", "4", "4").code == 0)
    #expect(await tally("diff", path, "--state", "1").code == 2)
  }

  @Test("A log without states and a missing step are rejected with a remedy")
  func refused() async throws {
    let path = try await record("s.reprise", "add(1)", level: "actions")
    for verb in [["trace", path, "count"], ["blame", path]] {
      let outcome = await tally(verb)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("record the session with level 'steps'"))
    }
    let outcome = await tally("why", path, "9")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("has no step 9, only steps 1 to 1"))
  }
}
