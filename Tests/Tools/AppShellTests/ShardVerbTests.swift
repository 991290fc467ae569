import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Shards")
struct ShardVerbTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records sessions of one step.
  func record(_ names: String...) async throws {
    let script = try folder.write("add(1)\n", as: "script.txt")
    for name in names {
      #expect(await tally("record", folder.file(name), "--script", script).code == 0)
    }
  }

  private func outcome(_ arguments: [String], _ variables: [String: String]) async -> ShellOutcome {
    await runShell(of: TallyApp.self, arguments, variables: variables)
  }

  @Test(
    "The variables of a CI or batch system select the shard, which is reported",
    arguments: [
      (
        "2/4", "SLURM_ARRAY_TASK_ID",
        [
          "SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "10",
          "SLURM_ARRAY_TASK_MAX": "16", "SLURM_ARRAY_TASK_STEP": "2",
        ]
      ),
      ("3/8", "CI_NODE_INDEX", ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "8"]),
      ("3/3", "CIRCLE_NODE_INDEX", ["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "3"]),
      (
        "1/2", "BUILDKITE_PARALLEL_JOB",
        ["BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "2"]
      ),
      (
        "2/3", "SGE_TASK_ID",
        ["SGE_TASK_ID": "6", "SGE_TASK_FIRST": "5", "SGE_TASK_LAST": "7", "SGE_TASK_STEPSIZE": "1"]
      ),
      (
        "1/9", "AWS_BATCH_JOB_ARRAY_INDEX",
        ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "9"]
      ),
      (
        "2/2", "SYSTEM_JOBPOSITIONINPHASE",
        ["SYSTEM_JOBPOSITIONINPHASE": "2", "SYSTEM_TOTALJOBSINPHASE": "2"]
      ),
    ])
  func engines(shard: String, variable: String, variables: [String: String]) async throws {
    try await record("a.reprise", "b.reprise", "c.reprise")
    let found = await outcome(["replay", folder.path, "--json", "--allow-empty"], variables)
    #expect(found.errors == "tally: shard \(shard), by \(variable); --shard 1/1 replays all logs\n")
    let given = await tally(
      "replay", folder.path, "--json", "--shard", shard, "--allow-empty")
    #expect(found.output.count(of: "\"path\"") == given.output.count(of: "\"path\""))
    let all = await outcome(["replay", folder.path, "--shard", "1/1"], variables)
    #expect(all.output.hasPrefix("3 logs: 3 match"))
    #expect(all.errors.isEmpty)
  }

  @Test(
    "A log that is given by its path is replayed in every task of an array",
    arguments: [
      ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"], ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"],
      // In an array of single numbers, no shard can be determined.
      [
        "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
        "SLURM_ARRAY_TASK_MAX": "9", "SLURM_ARRAY_TASK_STEP": "1",
      ],
    ])
  func namedLog(variables: [String: String]) async throws {
    try await record("a.reprise", "b.reprise")
    let tar = folder.file("corpus.tar")
    #expect(await tally("pack", folder.path, "-o", tar).code == 0)
    for paths in [
      [folder.file("a.reprise")], [folder.file("b.reprise")], ["\(tar)/a.reprise"],
      [folder.file("a.reprise"), folder.file("b.reprise")],
    ] {
      let found = await outcome(["replay"] + paths, variables)
      #expect(found.output.contains(paths.count == 1 ? ": match" : "2 logs: 2 match"))
      #expect(found.errors.isEmpty)
    }
  }

  @Test(
    "An array divides the folders, lists and packs that are given beside a log, but not the log")
  func namedLogBesideOthers() async throws {
    let named = try TemporaryFolder()
    // By the CRC-32 of their names, 'a' and 'c' are in the second of two shards, 'b' in the first.
    try await record("a.reprise", "b.reprise", "c.reprise")
    let tar = named.file("corpus.tar")
    #expect(await tally("pack", folder.path, "-o", tar).code == 0)
    let log = named.file("a.reprise")
    try FileManager.default.copyItem(atPath: folder.file("a.reprise"), toPath: log)
    let names = ["a", "b", "c"].map { folder.file("\($0).reprise") }.joined(separator: "\n")
    let list = try named.write(names, as: "list")
    for others in [[folder.path], [tar], ["--files-from", list]] {
      var logs = 0
      for index in 1...2 {
        let found = await outcome(
          ["replay", log] + others + ["--json"],
          ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "2"])
        #expect(found.output.contains(log))
        #expect(found.errors.contains("shard \(index)/2, by CI_NODE_INDEX"))
        logs += found.output.count(of: "\"path\"")
      }
      #expect(logs == 5)
    }
  }

  @Test("A given --shard also divides the logs that are given by their paths")
  func namedLogsOfShard() async throws {
    try await record("a.reprise", "b.reprise", "c.reprise")
    let paths = ["a", "b", "c"].map { folder.file("\($0).reprise") }
    var logs = 0
    for shard in ["1/2", "2/2"] {
      let found = await tally(
        ["replay", "--shard", shard, "--allow-empty", "--json"] + paths)
      logs += found.output.count(of: "\"path\"")
    }
    #expect(logs == 3)
  }

  @Test("If each shard replayed a log, 'merge' counts the log once, with its worst verdict")
  func mergedNamedLog() async throws {
    try await record("a.reprise", "b.reprise")
    let log = folder.file("a.reprise")
    let whole = try Data(contentsOf: URL(fileURLWithPath: log))
    let results = (1...2).map { folder.file("\($0).jsonl") }
    for index in 1...2 {
      try (index == 1 ? whole : whole.dropLast(10)).write(to: URL(fileURLWithPath: log))
      let found = await outcome(
        ["replay", log, folder.path, "--results", results[index - 1], "--allow-empty"],
        ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "2"])
      #expect(found.code == (index == 1 ? 0 : 4))
    }
    let merged = await tally(["merge"] + results)
    #expect(merged.code == 4)
    #expect(merged.output.contains("\n3 logs: "))
  }

  @Test(
    "A replay without logs fails unless --allow-empty is given",
    arguments: [
      (["FOLDER", "--shard", "9/9"], "shard 9/9 has none of the logs"),
      (["FOLDER", "--filter", "app=Other"], "no log meets the conditions of --filter"),
      (["LOG", "--filter", "app=Other"], "no log meets the conditions of --filter"),
      (["EMPTY"], "there is no log under"), (["EMPTY.tar"], "there is no log under"),
      (["--files-from", "LIST"], "contains no paths"),
    ])
  func emptyReplay(arguments: [String], message: String) async throws {
    try await record("a.reprise")
    let others = try TemporaryFolder()
    let empty = others.file("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let tar = try others.write(String(repeating: "\0", count: 1024), as: "empty.tar")
    let list = try others.write("\n\n", as: "list")
    let paths = [
      "FOLDER": folder.path, "LOG": folder.file("a.reprise"), "EMPTY": empty, "EMPTY.tar": tar,
      "LIST": list,
    ]
    let line = ["replay"] + arguments.map { paths[$0] ?? $0 }
    for ending in [[], ["--update"]] {
      let refused = await tally(line + ending)
      #expect(refused.code == 2)
      #expect(refused.errors.contains(message))
      #expect(refused.errors.contains("--allow-empty"))
      let allowed = await tally(line + ending + ["--allow-empty"])
      #expect(allowed.code == 0)
      #expect(!allowed.errors.contains(message))
    }
  }

  @Test("'merge' fails if no shard has a log, unless --allow-empty is given")
  func emptyMerge() async throws {
    try await record("a.reprise")
    let results = folder.file("1.jsonl")
    _ = await tally(
      "replay", folder.path, "--filter", "app=Other", "--results", results, "--allow-empty")
    let merged = await tally("merge", results)
    #expect(merged.code == 6)
    #expect(merged.errors == "tally: no log was replayed; --allow-empty accepts that\n")
    #expect(await tally("merge", results, "--allow-empty").code == 0)
  }

  @Test("An undivided job has no shard, and GNU parallel's slot isn't a shard")
  func noEngine() async throws {
    try await record("a.reprise", "b.reprise")
    for variables in [
      ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"], ["SGE_TASK_ID": "undefined"],
      ["PARALLEL_JOBSLOT": "2", "PARALLEL_SEQ": "2"],
    ] {
      let found = await outcome(["replay", folder.path], variables)
      #expect(found.output.hasPrefix("2 logs: 2 match"))
      #expect(found.errors.isEmpty)
    }
  }

  @Test("An array of single numbers does not determine a shard and is a usage error")
  func irregularArray() async throws {
    try await record("a.reprise")
    let found = await outcome(
      ["replay", folder.path],
      [
        "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
        "SLURM_ARRAY_TASK_MAX": "9", "SLURM_ARRAY_TASK_STEP": "1",
      ])
    #expect(found.code == 2)
    #expect(found.errors.contains("SLURM_ARRAY_TASK_ID '5'"))
    #expect(found.errors.contains("--shard I/N"))
  }

  @Test("'merge' prints the same as a single replay of all shards")
  func merge() async throws {
    try await record("a.reprise", "b.reprise", "c.reprise", "d.reprise")
    let whole = await tally("replay", folder.path)
    for shard in 1...2 {
      let results = folder.file("\(shard).jsonl")
      _ = await tally("replay", folder.path, "--shard", "\(shard)/2", "--results", results)
    }
    let merged = await tally("merge", folder.file("2.jsonl"), folder.file("1.jsonl"))
    #expect(merged.output == whole.output)
    #expect(merged.code == 0)
  }

  @Test("'merge' fails, and names a shard with missing or incomplete results")
  func missing() async throws {
    try await record("a.reprise", "b.reprise", "c.reprise", "d.reprise")
    let (first, second) = (folder.file("1.jsonl"), folder.file("2.jsonl"))
    _ = await tally("replay", folder.path, "--shard", "1/2", "--results", first)
    let absent = await tally("merge", first)
    #expect(absent.code == 6)
    #expect(absent.errors == "tally: the results of shard 2 of 2 are missing\n")
    _ = await tally("replay", folder.path, "--shard", "2/2", "--results", second)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: second))
    try bytes.dropLast(5).write(to: URL(fileURLWithPath: second))
    let cut = await tally("merge", first, second)
    #expect(cut.code == 6)
    #expect(cut.errors.contains("has the results of 1 of the 2 logs of shard 2/2"))
    let again = await tally("replay", folder.path, "--shard", "2/2", "--results", second)
    #expect(again.errors == "tally: resuming after 1 log of a previous run\n")
    #expect(await tally("merge", first, second).code == 0)
  }

  @Test("A restarted task replays a log that was rewritten in the meantime")
  func changedLog() async throws {
    try await record("a.reprise", "b.reprise")
    let results = folder.file("r.jsonl")
    _ = await tally("replay", folder.path, "--results", results)
    let script = try folder.write("add(1)\nadd(1)\n", as: "script.txt")
    #expect(
      await tally("record", folder.file("a.reprise"), "--script", script, "--force").code == 0)
    let again = await tally("replay", folder.path, "--results", results)
    #expect(again.errors == "tally: resuming after 1 log of a previous run\n")
    #expect(again.output.hasPrefix("2 logs: 2 match; 3 steps"))
  }

  @Test("Results of a different replay, and files that aren't results, are rejected and unchanged")
  func refusals() async throws {
    try await record("a.reprise", "b.reprise")
    let results = folder.file("r.jsonl")
    _ = await tally("replay", folder.path, "--results", results, "--shard", "1/2")
    let written = try Data(contentsOf: URL(fileURLWithPath: results))
    for (arguments, reason) in [
      (["--shard", "2/2"], "of shard 1/2, and not of 2/2"),
      (["--shard", "1/2", "--strict"], "made with no options, and not with --strict"),
    ] {
      let found = await tally(["replay", folder.path, "--results", results] + arguments)
      #expect(found.code == 2)
      #expect(found.errors.contains(reason))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: results)) == written)
    let twice = folder.file("twice.jsonl")
    try FileManager.default.copyItem(atPath: results, toPath: twice)
    #expect(await tally("merge", results, twice).errors.contains("of shard 1/2, and so has"))
    for text in ["", "notes\n", "{\"results\":2}\n"] {
      let path = try folder.write(text, as: "notes.txt")
      let found = await tally("replay", folder.path, "--results", path)
      #expect(found.code == 2)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      #expect(await tally("merge", path).code == 2)
    }
    try Data(String(decoding: written, as: UTF8.self).replacing("\"log\"", with: "\"lag\"").utf8)
      .write(to: URL(fileURLWithPath: results))
    #expect(await tally("merge", results).errors.contains("line 2 of"))
  }

  @Test("A results file is rejected while another task is writing it")
  func resultsInUse() async throws {
    try await record("a.reprise")
    let results = folder.file("r.jsonl")
    _ = await tally("replay", folder.path, "--results", results)
    let other = try FileHandle(forUpdating: URL(fileURLWithPath: results))
    try #require(flock(other.fileDescriptor, LOCK_EX) == 0)
    let found = await tally("replay", folder.path, "--results", results)
    #expect(found.code == 2)
    #expect(found.errors.contains("another task is writing '\(results)'"))
    try other.close()
    #expect(await tally("replay", folder.path, "--results", results).code == 0)
  }

  @Test("--files-from reads paths that end with newlines or NULs", arguments: ["\n", "\0"])
  func filesFrom(separator: String) async throws {
    try await record("a.reprise", "b.reprise", "c.reprise")
    let names = ["c.reprise", "a.reprise"].map(folder.file).joined(separator: separator)
    let list = try folder.write(names + separator, as: "list")
    let found = await tally("replay", "--files-from", list)
    #expect(found.output.hasPrefix("2 logs: 2 match"))
    let more = await tally("replay", folder.file("b.reprise"), "--files-from", list)
    #expect(more.output.hasPrefix("3 logs: 3 match"))
    let missing = await tally("replay", "--files-from", folder.file("none"))
    #expect(missing.code == 2)
    #expect(missing.errors.contains("given by --files-from"))
    let wrong = try folder.write("nowhere.reprise\n", as: "list")
    #expect(await tally("replay", "--files-from", wrong).errors.contains("'nowhere.reprise'"))
  }

  @Test("--filter selects logs by their headers and always includes unreadable logs")
  func filter() async throws {
    try await record("a.reprise", "b.reprise")
    for (filter, count) in [
      ("app==Tally", 2), ("app!=Tally", 0), ("version=1.*", 2), ("version=*.2.*,app=T*y", 2),
      ("version=2.*", 0), ("recorded>=2020", 2), ("recorded<2020-01-01", 0), ("recorded!=2020", 2),
    ] {
      let found = await tally("replay", folder.path, "--filter", filter, "--allow-empty")
      #expect(found.output.hasPrefix(count == 0 ? "0 logs" : "\(count) logs"), "\(filter)")
    }
    try Data("no log".utf8).write(to: URL(fileURLWithPath: folder.file("c.reprise")))
    #expect(await tally("replay", folder.path, "--filter", "app=Other").code == 4)
    for filter in ["app", "app>=x", "size=3", "app=", "app=Tally,"] {
      #expect(await tally("replay", folder.path, "--filter", filter).code == 2, "\(filter)")
    }
  }

  @Test("--fail-fast starts no log after a failure, and reports the number of skipped logs")
  func failFast() async throws {
    try await record("a.reprise")
    for number in 0..<50 {
      try FileManager.default.copyItem(
        atPath: folder.file("a.reprise"), toPath: folder.file("b\(number).reprise"))
    }
    try Data("no log".utf8).write(to: URL(fileURLWithPath: folder.file("a.reprise")))
    let found = await tally("replay", folder.path, "--fail-fast", "--jobs", "1")
    #expect(found.code == 4)
    let last = try #require(found.output.split(separator: "\n").last)
    let left = try #require(
      last.firstMatch(of: /stopped at the first failure; (\d+) logs not replayed/))
    #expect(try #require(Int(left.1)) >= 48)
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { split(separator: text).count - 1 }
}
