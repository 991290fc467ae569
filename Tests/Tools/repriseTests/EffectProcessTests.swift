import Foundation
import TestSupport
import Testing

/// Tests that run effects in worker processes.
@Suite("Effects in worker processes", .timeLimit(.minutes(30)))
struct EffectProcessTests {
  private let folder: TemporaryFolder
  private static let extent =
    "(state, sent actions and effect shapes, from the recorded initial state; "

  /// Records two logs. Effects of the second log call the bank.
  init() async throws {
    folder = try TemporaryFolder()
    for (name, actions) in [("a", "tick\n"), ("b", "tick\nload(3)\nload(4)\nwait effects\n")] {
      let outcome = try await ledger(
        "record", "\(name).reprise", "--level", "effects", input: actions)
      #expect(outcome.code == 0)
    }
  }

  private func ledger(
    _ arguments: String..., bug: String? = nil, input: String = ""
  ) async throws -> Program.Outcome {
    try await ledger(arguments, bug: bug, input: input)
  }

  private func ledger(
    _ arguments: [String], bug: String? = nil, input: String = ""
  ) async throws -> Program.Outcome {
    let child = try Child(arguments, of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_APP"] = "ledger"
    child.process.environment?["FAULTY_BUG"] = bug
    try child.start(input: input)
    return try await child.outcome()
  }

  private static let endings = [
    ("trapInEffect", "Precondition failed: a balance is not negative"),
    ("exitInEffect", "the app called exit(3)"),
    ("loopInEffect", "endless loop: no effect finished for 1 second"),
    ("yieldInEffect", "endless loop: no effect finished for 1 second"),
  ]
  /// The arguments for a stack overflow, which cannot be tested with a sanitizer.
  private static let stackOverflow = isSanitized ? [] : [("recurseInEffect", "stack overflow: ")]

  @Test(
    "An effect that ends the app fails only its log, with the step, the effect and the cause",
    arguments: endings + stackOverflow)
  func crash(bug: String, cause: String) async throws {
    // On a busy machine, the other bugs must not count as endless loops.
    let timeout = cause.hasPrefix("endless loop") ? "1" : "600"
    let outcome = try await ledger("replay", ".", "--effects", "--timeout", timeout, bug: bug)
    #expect(outcome.code == 5)
    let lines = outcome.outputLines
    let start = try #require(
      lines.firstIndex(of: "./b.reprise: crashed at step 2 of 5: load(3)"), "\(lines)")
    #expect(lines[start + 1] == "  in effect 1 of the step")
    #expect(lines[start + 2].contains(cause))
    // A loop can be stopped within a function of a sanitizer, whose callers are not found.
    let hasFrames = bug != "yieldInEffect" && (bug != "loopInEffect" || !isSanitized)
    if hasFrames {
      let source = try SourceLines(of: "FaultyLedger.swift")
      let fail = "    in FaultyApp.LedgerFeature.fail at \(try source.location(of: "case .\(bug)"))"
      #expect(lines.contains(fail), "\(lines)")
      let effect = "    in closure #1 in FaultyApp.LedgerFeature.reduce at "
      #expect(lines.contains(effect + (try source.location(of: " fail(amount)"))), "\(lines)")
    }
    #expect(
      lines.last
        == "2 logs: 1 match, 1 crashed; 6 steps verified \(Self.extent)0 effects run and verified)")
  }

  @Test("A crash that explore finds is saved as a whole log, which crashes until the bug is fixed")
  func exploredCrash() async throws {
    let found = try await ledger(
      "explore", "--seeds", "1..64", "--failures", "1", "-o", "explored", "--json",
      bug: "trapInEffect")
    #expect(found.code == 1, "\(found.output)")
    // The message of the runtime has the file and the line.
    #expect(found.output.contains("the app crashed: FaultyApp/FaultyLedger.swift:"))
    let cause = "\(Self.endings[0].1) in FaultyApp.LedgerFeature.fail\""
    #expect(found.output.contains(cause), "\(found.output)")
    #expect(found.output.contains("    ↳ BankClient.balance("), "\(found.output)")
    #expect(found.output.contains("\"cut\":\"failures\""), "\(found.output)")
    #expect(found.errors.contains("of 64 seeds were explored: "), "\(found.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/explored")
    #expect(files.count == 1 && files[0].hasSuffix(".reprise"), "\(files)")
    let shown = try await ledger("show", "explored/\(files[0])", "--calls")
    // The effect traps after this answer.
    #expect(shown.outputLines.last?.contains("↳ BankClient.balance(") == true, "\(shown.output)")
    let log = "explored/\(files[0])"
    let replayed = try await ledger("replay", log, "--effects", bug: "trapInEffect")
    #expect(replayed.code == 5, "\(replayed)")
    #expect(replayed.outputLines.first?.hasPrefix("\(log): crashed at step ") == true)
    #expect(replayed.outputLines.dropFirst().first == "  in effect 1 of the step")
    #expect(replayed.output.contains(Self.endings[0].1), "\(replayed.output)")
    let mended = try await ledger("replay", log, "--effects")
    #expect(mended.code == 0)
    #expect(mended.output.contains("match"), "\(mended.output)")
  }

  @Test("A crash of only the replay after a session is saved with the whole log of the session")
  func crashedReplay() async throws {
    let found = try await ledger(
      "explore", "--seeds", "1..64", "--failures", "1", "-o", "explored", bug: "live")
    #expect(found.code == 1, "\(found.output)")
    #expect(found.output.contains("Fatal error: there is no voice"), "\(found.output)")
    #expect(!found.errors.contains("recovered"), "\(found.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/explored")
    #expect(files.count == 1 && files[0].hasSuffix(".reprise"), "\(files)")
    #expect(try await ledger("replay", "explored/\(files[0])", bug: "live").code == 5)
    #expect(try await ledger("replay", "explored/\(files[0])").code == 0)
  }

  @Test("A crash without a message has the file and the line of the app's function")
  func exploredPlace() async throws {
    let found = try await ledger(
      "explore", "--seeds", "1..64", "--failures", "1", "-o", "explored", bug: "exitInEffect")
    #expect(found.code == 1, "\(found.output)")
    let place = try SourceLines(of: "FaultyLedger.swift").location(of: "case .exitInEffect")
    let cause = "the app called exit(3) in FaultyApp.LedgerFeature.fail at \(place)"
    #expect(found.outputLines.first == "the app crashed: \(cause)", "\(found.output)")
  }

  @Test("An exploration leaves out the actions of patterns, each of which must match an action")
  func excludedActions() async throws {
    let explore = ["explore", "--seeds", "1..64", "--failures", "1", "-o", "explored"]
    let whole = try await ledger(explore + ["--exclude", "*"], bug: "exitInEffect")
    #expect(whole.code == 0, "\(whole.output)\(whole.errors)")
    let unknown = try await ledger(explore + ["--exclude", "*", "--exclude", "lod"])
    #expect(unknown.code == 2)
    let message = "FaultyApp: no user action has a path that matches 'lod', such as "
    #expect(unknown.errors.hasPrefix(message), "\(unknown.errors)")
  }

  @Test("An exploration fails with a message if its time is over before its first session")
  func noSession() async throws {
    let outcome = try await ledger("explore", "--time", "1", bug: "loopInEffect")
    #expect(outcome.code == 6)
    #expect(outcome.output.hasPrefix("0 sessions, 0 steps "))
    #expect(
      outcome.errors
        == "FaultyApp: no session was simulated: the time was over; give a longer --time\n")
  }

  @Test("An exploration simulates the same sessions with several jobs, and in shards")
  func exploredShards() async throws {
    let explore = ["explore", "--seeds", "1..40", "--failures", "100", "--json", "-o", "explored"]
    let whole = try await sessions(explore + ["--jobs", "1"])
    #expect(try await sessions(explore + ["--jobs", "3"]) == whole)
    var files: [String] = []
    for shard in 1...3 {
      let part = try await ledger(explore + ["--shard", "\(shard)/3"])
      files.append(try folder.write(part.output, as: "\(shard).json"))
    }
    #expect(try await sessions(["merge", "--json"] + files) == whole)
  }

  @Test("An effect that never ends does not affect later sessions of its worker")
  func exploredEndlessEffect() async throws {
    let explore = [
      "explore", "--seeds", "1..12", "--failures", "1", "--json", "-o", "explored",
      "--timeout", "600",
    ]
    let one = try await sessions(explore + ["--jobs", "1"], bug: "yieldInEffect")
    #expect(try await sessions(explore + ["--jobs", "3"], bug: "yieldInEffect") == one)
  }

  private struct Sessions: Codable, Equatable {
    let sessions: Int
    let steps: Int
    let checksum: UInt32
  }

  private func sessions(_ arguments: [String], bug: String? = nil) async throws -> Sessions {
    try JSONDecoder().decode(
      Sessions.self, from: Data(try await ledger(arguments, bug: bug).output.utf8))
  }

  @Test("An update fails only the logs whose effects never end, also after a difference")
  func endlessUpdate() async throws {
    let outcome = try await ledger(
      "replay", ".", "--update", "--effects", "--yes", "--timeout", "1", bug: "loopAfterDifference")
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("b.reprise"), "\(outcome.output)")
    #expect(
      outcome.output.contains("endless loop: no effect finished for 1 second"), "\(outcome.output)")
  }

  @Test("minimize names an effect that never ends, and the step and log")
  func endlessMinimize() async throws {
    let outcome = try await ledger(
      "minimize", "b.reprise", "-o", "small.reprise", "--timeout", "1", bug: "loopInEffect")
    #expect(outcome.code == 5)
    // A sanitizer uses much memory, and the message names it before the remedy.
    let start = """
      FaultyApp: 'b.reprise': the app ended in effect 1 of step 2, load(3): endless loop: no \
      effect finished for 1 second
      """
    let remedy = "; give a longer --timeout if the effect is only slow\n"
    #expect(
      isSanitized
        ? outcome.errors.hasPrefix(start) && outcome.errors.hasSuffix(remedy)
        : outcome.errors == start + remedy)
  }

  @Test("minimize leaves out the calls of a session whose effects never end")
  func endlessCandidate() async throws {
    let outcome = try await ledger(
      "minimize", "b.reprise", "-o", "small.reprise", "--keep", "ticks > 0", "--timeout", "1",
      bug: "loopInEffect")
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.hasPrefix("FaultyApp: the new log has no calls: the app ended in effect 1 of"),
      "\(outcome.errors)")
  }

  @Test("minimize keeps a difference of an effect that worker processes find")
  func minimizedCall() async throws {
    let outcome = try await ledger(
      "minimize", "b.reprise", "-o", "small.reprise", "--timeout", "600", bug: "account")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("5 steps → 1, "), "\(outcome)")
    let replay = try await ledger("replay", "small.reprise", "--effects", bug: "account")
    #expect(replay.code == 1)
  }

  @Test("Results of effects are the same with any number of jobs")
  func jobs() async throws {
    for name in ["c", "d", "e"] {
      try FileManager.default.copyItem(
        atPath: folder.file("b.reprise"), toPath: folder.file("\(name).reprise"))
    }
    for bug in [nil, "account", "trapInEffect"] {
      let one = try await ledger("replay", ".", "--effects", "--json", "--jobs", "1", bug: bug)
      let four = try await ledger("replay", ".", "--effects", "--json", "--jobs", "4", bug: bug)
      #expect(one.output == four.output)
    }
  }

  @Test("The cache distinguishes logs with verified effects from logs that were only replayed")
  func cache() async throws {
    _ = try await ledger("replay", ".", "--cache", "c")
    let first = try await ledger("replay", ".", "--effects", "--cache", "c")
    #expect(first.errors.isEmpty)
    let second = try await ledger("replay", ".", "--effects", "--cache", "c")
    #expect(second.errors == "FaultyApp: 2 verdicts from the cache 'c'\n")
    for outcome in [first, second] {
      #expect(outcome.code == 0)
      #expect(outcome.output.hasSuffix("2 effects run and verified)\n"))
    }
  }

  @Test("Results of the effects in shards are merged")
  func shards() async throws {
    for shard in ["1", "2"] {
      let outcome = try await ledger(
        "replay", ".", "--effects", "--shard", "\(shard)/2", "--results", "\(shard).results",
        bug: "account")
      #expect([0, 1].contains(outcome.code))
    }
    let merged = try await ledger("merge", "1.results", "2.results", "--json")
    let whole = try await ledger("replay", ".", "--effects", "--json", bug: "account")
    #expect(merged.code == 1)
    #expect(merged.output == whole.output)
    let steps = try await ledger("replay", ".", "--shard", "1/2", "--results", "1.results")
    #expect(steps.code == 2)
    #expect(steps.errors.contains("made with --effects, and not with no options"))
  }

  @Test("Each round of a watch runs the effects")
  func watch() async throws {
    let child = try Child(["replay", "--watch", "--effects", "."], of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_APP"] = "ledger"
    child.process.environment?["FAULTY_BUG"] = "account"
    let pipe = Pipe()
    try child.start(input: "", standardOutput: pipe)
    var lines = PipeLines(pipe)
    #expect(lines.next() == "round 1: 2 logs, 1 match; 1 failing")
    #expect(lines.next() == "failing: ./b.reprise: call diverged at step 2 of 5: load(3)")
    child.process.interrupt()
    #expect(try await child.outcome().code == 1)
  }

  @Test("serve --effects shows the verdict on the effects of a log")
  func serve() async throws {
    for (options, verdict) in [([], "match"), (["--effects"], "call diverged")] {
      let child = try Child(["serve", "b.reprise"] + options, of: "FaultyApp", in: folder)
      child.process.environment?["FAULTY_APP"] = "ledger"
      child.process.environment?["FAULTY_BUG"] = "account"
      let pipe = Pipe()
      try child.start(input: "", standardOutput: pipe)
      var lines = PipeLines(pipe)
      let page = try #require(lines.next().flatMap { ShownPage($0) })
      let answer = try await page.answer(page.target("/result"))
      let result =
        try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
      #expect(result?["verdict"] as? String == verdict)
      child.process.terminate()
      _ = try await child.outcome()
    }
  }

  @Test("An exploration repeats the plans of a folder, including plans that continue others")
  func exploredFolder() async throws {
    for sessions in [64, 65] {
      let outcome = try await Program.run(
        [
          "explore", "--seeds", "1..\(sessions)", "--corpus", "plans", "--jobs", "2",
          "--timeout", "600",
        ], in: folder)
      #expect(outcome.code == 0, "\(outcome.output)")
    }
  }

  @Test(
    "A folder that explore cannot write ends it with an error",
    arguments: [("--corpus", "corpus", nil as String?), ("--output", "output", "trapInEffect")])
  func unwritableFolder(option: String, name: String, bug: String?) async throws {
    _ = try folder.write("", as: "file")
    let outcome = try await ledger(
      "explore", "--seeds", "1..64", "--failures", "1", option, "file", bug: bug)
    #expect(outcome.code == 70)
    #expect(outcome.errors.contains("FaultyApp: cannot write to 'file': "))
    #expect(outcome.errors.contains("Give another folder with '--\(name)'."))
  }
}
