import AppShell
import Foundation
import SessionLog
import TestSupport
import Testing

@MainActor
@Suite("The verbs for logs")
struct LogVerbTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records a session of three steps, and returns the path of its log.
  private func record(_ name: String = "s.reprise") async throws -> String {
    let script = try folder.write("add(1)\nadd(2)\nnote(\"x\")\n", as: "script.txt")
    let path = folder.file(name)
    #expect(await tally("record", path, "--script", script).code == 0)
    return path
  }

  /// Rewrites a log with a text in its header replaced.
  private func rewrite(_ path: String, _ text: String, _ other: String) throws {
    try LogReader(path: path, options: .session).rewrite(to: path, replacing: text, with: other)
  }

  private func truncate(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.dropLast(10).write(to: URL(fileURLWithPath: path))
  }

  @Test("'replay' exits with the code of the worst log")
  func exitCodes() async throws {
    let good = try await record("a.reprise")
    let other = try await record("b.reprise")
    try rewrite(other, #""app":"Tally""#, #""app":"Other""#)
    #expect(await tally("replay", good).code == 0)
    #expect(await tally("replay", good, other).code == 3)
    #expect(await tally("replay", good, other, "--git-bisect").code == 125)
    let damaged = try await record("c.reprise")
    try truncate(damaged)
    let all = await tally("replay", folder.path, "--git-bisect")
    #expect(all.code == 4)
    #expect(all.output.contains("3 logs: 1 match, 1 incompatible, 1 damaged"))
  }

  @Test("A log of a newer format is incompatible for every verb")
  func newerFormat() async throws {
    let path = try await record()
    try rewrite(path, #""version":2"#, #""version":3"#)
    for verb in ["replay", "show", "info"] {
      let outcome = await tally(verb, path)
      #expect(outcome.code == 3)
      #expect((outcome.output + outcome.errors).contains("version 3"))
    }
  }

  @Test("All shards together replay the whole corpus")
  func shards() async throws {
    for name in ["a.reprise", "b.reprise", "c.reprise"] { _ = try await record(name) }
    var count = 0
    for shard in ["1/2", "2/2"] {
      let outcome = await tally("replay", folder.path, "--shard", shard, "--json")
      count += outcome.output.split(separator: "\"path\":").count - 1
    }
    #expect(count == 3)
  }

  @Test("Paths without logs are usage errors")
  func noLogs() async throws {
    let missing = await tally("replay", folder.file("none"))
    #expect(missing.code == 2)
    #expect(missing.errors.contains("there is no file or folder"))
    let empty = await tally("replay", folder.path)
    #expect(empty.code == 2)
    #expect(empty.errors.contains("'.reprise'"))
    #expect(await tally("show", folder.file("none")).code == 2)
    #expect(await tally("info", folder.file("none")).code == 2)
    #expect(await tally("recover", folder.file("none"), "-o", folder.file("x")).code == 2)
  }

  @Test("Any file that isn't a log counts as damaged")
  func noLog() async throws {
    for text in ["", "hello", "\u{1F}"] {
      let path = try folder.write(text, as: "x.reprise")
      for verb in ["replay", "show", "info"] { #expect(await tally(verb, path).code == 4) }
    }
  }

  @Test("'replay' writes results as a JUnit file and as a JSON object")
  func results() async throws {
    let path = try await record()
    let junit = folder.file("r.xml")
    let outcome = await tally("replay", path, "--json", "--junit", junit)
    #expect(outcome.output.hasPrefix(#"{"exitCode":0,"groups":[],"logs":[{"path":"#))
    #expect(outcome.output.hasSuffix(#""verdict":"match"}"# + "\n"))
    #expect(try String(contentsOfFile: junit, encoding: .utf8).contains(#"tests="1""#))
  }

  @Test("A JUnit file that cannot be written is reported before the replay")
  func unwritableResults() async throws {
    let path = try await record()
    for bad in ["none/r.xml", "script.txt/r.xml", "none/", ""] {
      let outcome = await tally("replay", path, "--junit", folder.file(bad))
      #expect(outcome.code == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("Give another path with --junit"))
    }
  }

  @Test("'--junit -' writes only the document to standard output")
  func standardOutput() async throws {
    let path = try await record()
    let outcome = await tally("replay", path, "--junit", "-")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("<?xml "))
    #expect(outcome.output.hasSuffix("</testsuites>\n"))
    let both = await tally("replay", path, "--junit", "-", "--json")
    #expect(both.code == 2)
  }

  @Test("'replay --update' does not change a matching log")
  func update() async throws {
    let path = try await record()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let outcome = await tally("replay", path, "--update")
    #expect(outcome.code == 0)
    #expect(outcome.output == "\(path): unchanged\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("'show' shows a range of steps")
  func range() async throws {
    let path = try await record()
    let middle = await tally("show", path, "--from", "2", "--to", "2")
    #expect(middle.output.hasPrefix("    2 · add(2)"))
    #expect(middle.output.split(separator: "\n").count == 1)
    let json = await tally("show", path, "--to", "1", "--json")
    #expect(json.output.hasPrefix(#"{"steps":[{"action":"add(1)","calls":[],"changes":[{"#))
    #expect(json.output.hasSuffix("]}\n"))
  }

  @Test("'show --at' shows the state after a step and before the first step")
  func state() async throws {
    let path = try await record()
    #expect(
      await tally("show", path, "--at", "0").output
        == "TallyApp.State(\n  count: 0,\n  note: \"\"\n)\n")
    #expect(
      await tally("show", path, "--at", "2", "--json").output
        == #"{"state":{"count":3,"note":""},"step":2}"# + "\n")
    let beyond = await tally("show", path, "--at", "4")
    #expect(beyond.code == 2)
    #expect(beyond.errors.contains("has 3 steps; there is no step 4"))
  }

  @Test("'show' shows the intact steps of a damaged log of any app, and exits with 4")
  func showDamaged() async throws {
    let path = try await record()
    try rewrite(path, #""app":"Tally""#, #""app":"Other""#)
    let whole = await tally("show", path)
    #expect(whole.code == 0)
    try truncate(path)
    let damaged = await tally("show", path)
    #expect(damaged.code == 4)
    #expect(damaged.output == whole.output)
    #expect(damaged.errors.contains("recover"))
  }

  @Test("'info' describes several logs, and exits with the code of the worst log")
  func info() async throws {
    let good = try await record("a.reprise")
    let damaged = try await record("b.reprise")
    try truncate(damaged)
    let outcome = await tally("info", good, damaged)
    #expect(outcome.code == 4)
    #expect(outcome.output.contains("\(good)\n  app       Tally 1.2.3\n"))
    #expect(outcome.output.contains("\n\n\(damaged)\n"))
    #expect(outcome.output.contains("  file      damaged: "))
    #expect(await tally("info", good, "--json").output.hasPrefix(#"{"logs":[{"actionType":"#))
  }

  @Test("'recover' creates a complete log from a damaged log")
  func recover() async throws {
    let path = try await record()
    try truncate(path)
    let whole = folder.file("whole.reprise")
    let outcome = await tally("recover", path, "-o", whole)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("recovered 3 steps in \(whole) ("))
    #expect(await tally("replay", whole).code == 0)
    #expect(await tally("replay", path).code == 4)
    let again = await tally("recover", path, "-o", whole)
    #expect(again.code == 2)
    #expect(again.errors.contains("--force"))
    #expect(await tally("recover", path, "-o", whole, "--force").code == 0)
  }

  @Test("Every verb reports the steps that recovery lost")
  func gap() async throws {
    let text = String(repeating: "x", count: 4_000)
    let lines = (1...120).map { "note(\"\($0) \(text)\")\n" }
    let script = try folder.write(lines.joined(), as: "long.txt")
    let path = folder.file("long.reprise")
    #expect(await tally("record", path, "--script", script).code == 0)
    let blocks = try LogReader(path: path, options: .session).blocks
    let block = blocks[2]
    // Blocks up to the next keyframe are lost together with the damaged block.
    let keyframe = blocks[3...].first { $0.startsWithKeyframe }
    let next = try #require(keyframe)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[Int(block.offset) + block.memberLength - 5] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))

    let whole = folder.file("whole.reprise")
    let recovered = await tally("recover", path, "-o", whole)
    let gap = try #require(try LogReader(path: whole, options: .session).gaps.first)
    #expect(gap.first == block.firstStep)
    #expect(
      recovered.errors.hasPrefix(
        """
        lost steps \(gap.first) to \(gap.last), \(next.offset - block.offset) bytes from offset \
        \(block.offset): block 3: its checksum does not match
        """.replacing(block.offset.description, with: grouped(block.offset))))
    let lost = gap.last - gap.first + 1
    #expect(
      await tally("replay", whole).output
        == "\(whole): match, \(120 - lost) steps verified, \(lost) steps lost in 1 gap\n")
    #expect(
      await tally("info", whole).output.contains(
        "\n  lost      steps \(gap.first) to \(gap.last)\n"))
    let shown = await tally("show", whole, "--from", "\(gap.first - 1)", "--to", "\(gap.last + 1)")
    #expect(
      shown.output.contains(
        "\n\(gap.first) to \(gap.last): lost before the log was recovered\n"))
    let state = await tally("show", whole, "--at", "\(gap.first)")
    #expect(state.code == 2)
    #expect(state.errors.contains("the state after step \(gap.first) was lost"))
    #expect(await tally("show", whole, "--at", "\(gap.last)").code == 0)
  }

  private func grouped(_ number: UInt64) -> String {
    number < 1_000 ? "\(number)" : "\(number / 1_000),\(String("000\(number % 1_000)".suffix(3)))"
  }

  @Test("'show --at' rejects a state that the log does not contain")
  func unknownState() async throws {
    let script = try folder.write("note(\"a\")\nnote(\"b\")\n", as: "two.txt")
    let path = folder.file("a.reprise")
    let recorded = await tally("record", path, "--level", "actions", "--script", script)
    #expect(recorded.code == 0)
    let shown = await tally("show", path, "--at", "1")
    #expect(shown.code == 2)
    #expect(shown.output.isEmpty)
    #expect(
      shown.errors.contains(
        "has level 'actions' and does not contain the state after step 1; the last stored state "
          + "before it is the one after step 0"))
    #expect(await tally("replay", path).code == 0)
  }

  @Test(
    "A log that cannot be read is a usage error with the reason, not damage",
    arguments: [
      ["replay"], ["replay", "--tail"], ["compat"], ["show"], ["info"],
    ])
  func unreadable(verb: [String]) async throws {
    let path = try await record() + "/x.reprise"
    let outcome = await tally(verb + [path])
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("Not a directory"))
  }

  @Test(
    "'replay' reports an unfinished recording beside a log",
    arguments: [["replay"], ["replay", "--effects"]])
  func unfinished(verb: [String]) async throws {
    let path = try await record()
    #expect(await tally(verb + [path]).errors.isEmpty)
    _ = try folder.write("", as: "s.reprise.partial")
    let outcome = await tally(verb + [path])
    #expect(outcome.code == 0)
    #expect(
      outcome.errors == "tally: '\(path).partial' is not replayed: the recording is unfinished; "
        + "'recover' creates a log from it\n")
    _ = try folder.write("", as: "t.reprise.partial")
    #expect(
      await tally(verb + [folder.path]).errors
        == "tally: '\(path).partial' and 1 other recording are not replayed: they are unfinished; "
        + "'recover' creates logs from them\n")
    let missing = await tally(verb + [folder.file("t.reprise")])
    #expect(missing.code == 2)
    #expect(missing.errors.contains("only the unfinished recording"))
  }

  @Test("A script recorded with --quiet prints only the report of the recording")
  func quiet() async throws {
    let script = try folder.write(String(repeating: "add(1)\n", count: 10_000), as: "long.txt")
    let outcome = await tally("record", folder.file("q.reprise"), "--quiet", "--script", script)
    #expect(outcome.code == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("recorded 10000 steps in "))
    #expect(outcome.errors.count { $0 == "\n" } == 1)
  }

  @Test("'run' accepts the script of 'show --script', which runs no effect twice")
  func script() async throws {
    let lines = "add(1)\n.screen\necho\nwait effects\nnote(\"# \\\"x\\\"\")\n"
    let path = folder.file("s.reprise")
    let script = try folder.write(lines, as: "script.txt")
    #expect(await tally("record", path, "--script", script).code == 0)
    let shown = await tally("show", "--script", path)
    #expect(
      shown.output.split(separator: "\n").dropFirst()
        == ["effects off", "add(1)", ".screen", "echo", "add(100)", "note(\"# \\\"x\\\"\")"])
    let again = try folder.write(shown.output, as: "again.txt")
    #expect(await tally("run", "--record", folder.file("t.reprise"), "--script", again).code == 0)
    let log = folder.file("t.reprise")
    #expect(await tally("replay", log).output == "\(log): match, 5 steps verified\n")
    for option in ["--json", "--at=1", "--from=1", "--effects"] {
      #expect(await tally("show", "--script", path, option).code == 2)
    }
  }

  @Test("'show --effects' prints the effect that each step returned")
  func effects() async throws {
    let script = try folder.write("add(1)\necho\nwait effects\n", as: "script.txt")
    let path = folder.file("s.reprise")
    #expect(await tally("record", path, "--script", script).code == 0)
    let lines = await tally("show", "--effects", path).output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[2] == "        returned run")
  }

  @Test("'recover' rejects a file that isn't a log")
  func hopeless() async throws {
    let path = try folder.write("hello", as: "x.reprise")
    #expect(await tally("recover", path, "-o", folder.file("whole.reprise")).code == 4)
    #expect(try folder.names() == ["x.reprise"])
  }
}

extension LogVerbTests {
  @Test("'compat' counts the logs of a folder, and exits with the code of the worst log")
  func compat() async throws {
    _ = try await record("a.reprise")
    let fine = await tally("compat", folder.path)
    #expect(fine.code == 0)
    #expect(fine.output == "1 log: 1 fine, 0 risky, 0 impossible\n")
    try rewrite(try await record("b.reprise"), #""name":"echo""#, #""name":"ping""#)
    try rewrite(try await record("c.reprise"), #""name":"add""#, #""name":"plus""#)
    let mixed = await tally("compat", folder.path, "--json")
    #expect(mixed.code == 3)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(mixed.output.utf8)) as? [String: Any])
    #expect(object["fine"] as? Int == 2)
    #expect(object["impossible"] as? Int == 1)
    let blames = try #require(object["blames"] as? [[String: Any]])
    #expect(blames.map { $0["change"] as? String } == ["the case 'plus' was removed"])
    #expect(await tally("replay", folder.file("b.reprise")).code == 0)
    #expect(await tally("replay", folder.file("c.reprise")).code == 3)
    #expect(await tally("compat", folder.file("none")).code == 2)
  }

  @Test("'info' prints the grade and the changes of a log with other types")
  func grade() async throws {
    let path = try await record()
    try rewrite(path, #""name":"echo""#, #""name":"ping""#)
    let outcome = await tally("info", path)
    #expect(outcome.output.contains("  types     of another version, fine"))
    #expect(outcome.output.contains("- the case 'ping' was removed; no recorded step uses it"))
  }
}

extension LogVerbTests {
  @Test("--keep-going and --paranoid cannot be combined with --update")
  func replayOptions() async throws {
    let path = try await record()
    #expect(await tally("replay", path, "--keep-going", "--verbose").code == 0)
    let conflict = await tally("replay", path, "--update", "--keep-going")
    #expect(conflict.code == 2)
    #expect(conflict.errors.contains("--keep-going"))
    #expect(await tally("replay", path, "--paranoid").code == 0)
    let other = await tally("replay", path, "--update", "--paranoid")
    #expect(other.code == 2)
    #expect(other.errors.contains("--paranoid"))
  }
}
