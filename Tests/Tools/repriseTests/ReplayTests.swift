import Foundation
import SessionLog
import SessionModel
import SessionReplay
import TestSupport
import Testing

@Suite("Replaying", .timeLimit(.minutes(30)))
struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reprise(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    try await Program.run(arguments, input: input, in: folder)
  }

  private func record(_ name: String = "s.reprise") async throws {
    let outcome = try await reprise(
      "record", name, input: String(repeating: "counter.incrTapped\n", count: 10))
    #expect(outcome.code == 0)
  }

  /// Rewrites a log with a text in its header replaced.
  private func rewrite(_ name: String, _ text: String, _ other: String) throws {
    let path = folder.file(name)
    try LogReader(path: path, options: .session).rewrite(to: path, replacing: text, with: other)
  }

  @Test("A log whose name isn't UTF-8 can be recorded, replayed, listed, shown and recovered")
  func nameInBytes() async throws {
    let script = """
      set -e
      name=$(printf 's\\377')
      mkdir "logs$name"
      echo counter.incrTapped | "$0" record "logs$name/$name.reprise" --quiet
      "$0" replay "logs$name/$name.reprise"
      "$0" replay "logs$name"
      "$0" show "logs$name/$name.reprise" > /dev/null
      "$0" recover "logs$name/$name.reprise" -o "$name.reprise"
      rm "$name.reprise" "logs$name/$name.reprise"
      rmdir "logs$name"
      """
    let outcome = try await Program.run(
      tool: "/bin/sh", ["-c", script, try Program.path()], in: folder)
    #expect(outcome.code == 0)
    let line = "logss\\xff/s\\xff.reprise: match, 1 step verified"
    #expect(outcome.outputLines.prefix(2) == [line, line])
    #expect(outcome.outputLines.last?.hasPrefix("recovered 1 step in s\\xff.reprise (") == true)
  }

  @Test("A truncated log and a log with a flipped byte exit with 4")
  func damaged() async throws {
    try await record()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("s.reprise")))
    try whole.dropLast(whole.count / 3).write(to: URL(fileURLWithPath: folder.file("cut.reprise")))
    var flipped = whole
    let block = try #require(
      try LogReader(path: folder.file("s.reprise"), options: .session).blocks.last)
    flipped[Int(block.offset) + block.memberLength / 2] ^= 1
    try flipped.write(to: URL(fileURLWithPath: folder.file("flipped.reprise")))
    for name in ["cut.reprise", "flipped.reprise"] {
      let outcome = try await reprise("replay", name)
      #expect(outcome.code == 4)
      #expect(outcome.output.hasPrefix("\(name): damaged: "))
    }
  }

  @Test("Logs of a different app and of a newer format exit with 3, which git bisect can skip")
  func incompatible() async throws {
    try await record("app.reprise")
    try rewrite("app.reprise", #""app":"Reprise""#, #""app":"Other""#)
    try await record("new.reprise")
    try rewrite("new.reprise", #""version":2"#, #""version":99"#)
    for name in ["app.reprise", "new.reprise"] {
      #expect(try await reprise("replay", name).code == 3)
      #expect(try await reprise("replay", name, "--git-bisect").code == 125)
    }
  }

  @Test("'pack' rejects a member of a tar whose name leads out of its folder")
  func packOutside() async throws {
    _ = try await Program.run(["record", "a.reprise"], input: "counter.incrTapped\n", in: folder)
    let made = try await Program.run(
      tool: "tar", ["-cPf", "odd.tar", "--transform", "s,^,../../,", "a.reprise"], in: folder)
    try #require(made.code == 0, "\(made.errors)")
    let packed = try await Program.run(["pack", "odd.tar", "-o", "new.tar"], in: folder)
    #expect(packed.code == 2)
    #expect(packed.errors.contains("'../../a.reprise' would be written outside"))
    #expect(try !folder.names().contains { $0.hasPrefix("new.tar") })
  }

  @Test(
    "A full disk leaves no partial results",
    .disabled(if: isSanitized, "a sanitizer needs larger files than the limit allows"))
  func noRoom() async throws {
    _ = try await Program.run(["record", "000.reprise"], input: "counter.incrTapped\n", in: folder)
    let log = try bytes(of: folder.file("000.reprise"))
    for number in 1..<40 {
      try write(log, to: folder.file("\(number).reprise"))
    }
    _ = try folder.write("earlier", as: "old.xml")
    let whole = try await limited(toBlocks: "unlimited", ["--results", "results.jsonl"])
    #expect(whole.code == 0)
    let results = try folder.text("results.jsonl")
    try #require(results.utf8.count > 2048)
    let names = try folder.names()
    let targets = [
      ["--junit", "new.xml"], ["--junit", "old.xml"], ["--results", "results.jsonl"],
    ]
    for options in targets {
      let outcome = try await limited(toBlocks: "4", options)
      #expect(outcome.code != 0)
      #expect(outcome.errors.contains(/cannot (be written|write)/))
    }
    let added = Set(try folder.names()).subtracting(names).filter {
      !$0.hasPrefix("output-") && !$0.hasPrefix("errors-") && !$0.hasPrefix("input-")
    }
    #expect(added.isEmpty)
    #expect(try folder.text("old.xml") == "earlier")
    #expect(try folder.text("results.jsonl") == results)
  }

  /// Replays the folder with a file size limit in blocks of 512 bytes.
  private func limited(
    toBlocks limit: String, _ options: [String]
  ) async throws -> Program.Outcome {
    // The parent process may ignore the signal that enforces the limit.
    #if os(Linux)
      let program = "env --default-signal=XFSZ"
    #else
      let program = "env"
    #endif
    return try await Program.run(
      tool: "/bin/sh",
      [
        "-c", "ulimit -f \(limit); exec \(program) \"$0\" \"$@\" > /dev/null", try Program.path(),
        "replay", ".",
      ] + options, in: folder)
  }

  @Test("A folder stands for all logs under it, and a folder without logs is a usage error")
  func folders() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs/deep"), withIntermediateDirectories: true)
    #expect(try await reprise("replay", "logs").code == 2)
    try await record("logs/a.reprise")
    try await record("logs/deep/b.reprise")
    let outcome = try await reprise("replay", "logs", "--jobs", "2", "--junit", "r.xml")
    #expect(outcome.code == 0)
    #expect(outcome.output == "2 logs: 2 match; 20 steps verified\(Program.extent)\n")
    let xml = try folder.text("r.xml")
    #expect(xml.contains(#"classname="Reprise.logs" name="a.reprise" file="logs/a.reprise""#))
    #expect(xml.contains(#"classname="Reprise.logs.deep" name="b.reprise""#))
  }

  @Test("Results and help go to standard output, and messages to standard error")
  func streams() async throws {
    let usage = try await reprise("--color", "never")
    #expect(usage.code == 2)
    #expect(usage.output.isEmpty)
    #expect(usage.errors.contains("no command given"))
    let help = try await reprise()
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    #expect(help.output.contains("Usage: reprise COMMAND"))
  }
}
