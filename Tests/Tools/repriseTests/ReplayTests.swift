import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Replaying with the program", .timeLimit(.minutes(30)))
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

  /// Rewrites a log under a header in which a text was replaced.
  private func rewrite(_ name: String, _ text: String, _ other: String) throws {
    let reader = try LogReader(path: folder.file(name))
    let header = String(decoding: reader.header, as: UTF8.self).replacing(text, with: other)
    let writer = try LogWriter(
      path: folder.file(name), header: Array(header.utf8),
      options: LogWriterOptions(overwrite: true))
    for block in reader.blocks {
      writer.append(
        block: LogBlock(
          bytes: try reader.payload(of: block), firstStep: block.firstStep,
          stepCount: block.stepCount, startsWithKeyframe: block.startsWithKeyframe))
    }
    _ = try writer.finish()
  }

  @Test("A log whose name is no text is recorded, replayed, listed, shown and recovered")
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
    let block = try #require(try LogReader(path: folder.file("s.reprise")).blocks.last)
    flipped[Int(block.offset) + block.memberLength / 2] ^= 1
    try flipped.write(to: URL(fileURLWithPath: folder.file("flipped.reprise")))
    for name in ["cut.reprise", "flipped.reprise"] {
      let outcome = try await reprise("replay", name)
      #expect(outcome.code == 4)
      #expect(outcome.output.hasPrefix("\(name): damaged: "))
    }
  }

  @Test("Logs of another app and of a newer format exit with 3, which git bisect can skip")
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

  @Test("A folder is all logs under it, and one without logs is a wrong call")
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

  @Test("Results go to standard output, messages and usage to standard error")
  func streams() async throws {
    let usage = try await reprise()
    #expect(usage.code == 2)
    #expect(usage.output.isEmpty)
    #expect(usage.errors.contains("Usage: reprise run|record|"))
    let help = try await reprise("help")
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    #expect(help.output.contains("Usage: reprise VERB"))
  }
}
