import AppShell
import Foundation
import SessionLog
import TestSupport
import Testing

@MainActor
@Suite("Empty sessions")
struct EmptySessionTests {
  private let folder: TemporaryFolder
  /// The log of a session that ended before its first step.
  private let empty: String
  /// A complete log without blocks, which doesn't even contain the initial state.
  private let none: String

  init() async throws {
    folder = try TemporaryFolder()
    empty = folder.file("empty.reprise")
    none = folder.file("none.reprise")
    // A recording without a step leaves no log, so a step is removed from a log.
    let script = try folder.write("add(1)\n", as: "script.txt")
    let recorded = folder.file("recorded.reprise")
    #expect(await tally("record", recorded, "--script", script).code == 0)
    let lines = await tally("export", recorded).output.split(separator: "\n")
    let text = try folder.write(
      lines.filter { !$0.contains(#""kind":"action""#) }.joined(separator: "\n") + "\n",
      as: "e.jsonl")
    #expect(await tally("import", text, "-o", empty).code == 0)
    let header = try LogReader(path: empty, options: .session).header
    let writer = try LogWriter(path: none, header: header)
    _ = try writer.finish()
  }

  @Test(
    "Each verb reports an empty session",
    arguments: [
      (["replay"], 0), (["replay", "--tail"], 0), (["show"], 0), (["show", "--json"], 0),
      (["play"], 0), (["export"], 0), (["trace", "count"], nil), (["blame"], nil),
      (["why", "1"], 2), (["generate-test", "-o", "T.swift"], nil),
      (["generate-test", "--script", "-o", "T.txt"], 0), (["minimize", "-o", "m.reprise"], 2),
      (["report", "-o", "r.html"], 0), (["report", "--svg", "-o", "r.svg"], 2),
    ] as [([String], Int32?)])
  func verbs(words: [String], code: Int32?) async {
    for (log, hasState) in [(empty, true), (none, false)] {
      var arguments = words.map { $0.contains(".") ? folder.file($0) : $0 }
      arguments.insert(log, at: 1)
      let outcome = await tally(arguments + (words.contains("-o") ? ["--force"] : []))
      #expect(outcome.code == code ?? (hasState ? 0 : 2), "\(arguments): \(outcome.errors)")
      let text = outcome.output + outcome.errors
      let isSaid = ["is empty", "an empty session", "no steps", "no step to draw"].contains {
        text.contains($0)
      }
      #expect(isSaid, "\(arguments): \(text)")
    }
  }

  @Test("A replay of an empty session verifies 0 steps, also in JSON")
  func replay() async {
    for log in [empty, none] {
      let outcome = await tally("replay", log)
      #expect(outcome.output == "\(log): match, the session is empty: it has no steps\n")
      let json = await tally("replay", log, "--json")
      #expect(json.output.contains(#""steps":0,"verdict":"match","verifiedSteps":0"#))
    }
  }

  @Test("Verbs that count steps report 0 for an empty session")
  func counts() async {
    for log in [empty, none] {
      #expect(await tally("info", log).output.contains("  steps     0\n"))
      #expect(await tally("coverage", log).output.hasPrefix("1 log, 0 steps: "))
      let copy = folder.file("copy.reprise")
      let recovered = await tally("recover", log, "-o", copy, "--force")
      #expect(recovered.code == 0)
      #expect(recovered.output.hasPrefix("recovered 0 steps in "))
      #expect(await tally("compat", log).code == 0)
      #expect(await tally("diff", log, empty).code == 0)
    }
  }

  @Test("--resume and generate-test reject a log without a state")
  func noState() async throws {
    let script = try folder.write("", as: "script.txt")
    let resumed = await tally("run", "--resume", none, "--script", script)
    #expect(resumed.code == 2)
    #expect(resumed.errors.contains("contains no state from which the app can start"))
    let generated = await tally("generate-test", none, "-o", folder.file("T.swift"))
    #expect(generated.code == 2)
    #expect(generated.errors.contains("contains no state to test"))
    #expect(try folder.names().contains("T.swift") == false)
  }
}
